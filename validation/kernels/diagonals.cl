// A sparse matrix of 27 diagonals by a vector, a work-item a row; the diagonals' offsets lie in local memory.
__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void diagonals(__global const double *values, __global const int *offsets, __global const double *x, __global double *y, int n) {
  __local int off[27];
  if (get_local_id(0) < 27) off[get_local_id(0)] = offsets[get_local_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  int row = get_global_id(0);
  double sum = 0;
  for (int d = 0; d < 27; d++) {
    int column = row + off[d];
    if (column >= 0 && column < n) sum += values[d * n + row] * x[column];
  }
  y[row] = sum;
}
