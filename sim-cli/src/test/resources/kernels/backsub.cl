// Back substitution, a row a launch: column `row` of the upper triangle leaves the rows above.
__kernel void eliminate(__global const float *diagonal, __global const float *a, __global float *x, int n,
                        int row) {
  int i = get_global_id(0);
  float solved = x[row] / diagonal[row];
  if (i < row) x[i] = x[i] - a[i * n] * solved;
}

__kernel void divide(__global float *x, __global const float *diagonal, int n) {
  int i = get_global_id(0);
  if (i < n) x[i] = x[i] / diagonal[i];
}
