"""A definition in the words of people: expressions, steps, the flow as a drawing, and the page that they are set on."""
