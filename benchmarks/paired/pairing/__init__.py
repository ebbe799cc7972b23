"""Two versions of pathstar in turn: the processes, the batches, the interval, the report."""
