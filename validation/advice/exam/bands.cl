// A matrix is scaled by rows. Slow: a launch for each row. Repaired: one launch in two dimensions.
__kernel void bands_slow(__global const int *a, __global const int *f, __global int *out, int width, int row) {
  int i = row * width + get_global_id(0);
  out[i] = a[i] * f[row];
}

__kernel void bands_fast(__global const int *a, __global const int *f, __global int *out, int width) {
  int i = get_global_id(1) * width + get_global_id(0);
  out[i] = a[i] * f[get_global_id(1)];
}
