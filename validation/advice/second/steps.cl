// A recurrence of every element. Slow: a launch for each of 32 steps. Repaired: one launch with a loop.
__kernel void steps_slow(__global int *a, int k) {
  int i = get_global_id(0);
  a[i] = a[i] * 3 + k;
}

__kernel void steps_fast(__global int *a, int steps) {
  int i = get_global_id(0), x = a[i];
  for (int k = 0; k < steps; k++) x = x * 3 + k;
  a[i] = x;
}
