"""The write corridor: messages → turns → episodes → entries → root units, one file a step."""
