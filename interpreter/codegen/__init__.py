"""IR to Python source, specialised to one program: `module.compiled(machine, "fast")`."""
