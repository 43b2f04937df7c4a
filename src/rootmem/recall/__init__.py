"""The read corridor: route, need, plan, retrieve, infer, context, one file a step."""
