// SPDX-License-Identifier: Apache-2.0
// The conjugate-gradient method for a sparse matrix in compressed rows; its scalars stay on the device:
// s[0] = r·r, s[1] = p·Ap, s[2] = r·r of the next iteration.
#define GROUP 128

void sum_to(__global float *out, float value, __local float *part) {
  int i = get_local_id(0);
  part[i] = value;
  for (int w = GROUP / 2; w > 0; w /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < w) part[i] += part[i + w];
  }
  if (i == 0) *out = part[0];
}

// q = A p
__kernel void product(__global const int *row, __global const int *column, __global const float *value,
                      __global const float *p, __global float *q) {
  int i = get_global_id(0);
  float y = 0;
  for (int k = row[i]; k < row[i + 1]; k++) y += value[k] * p[column[k]];
  q[i] = y;
}

// A partial sum of a·b for each group
__kernel void dot_parts(__global const float *a, __global const float *b, __global float *parts) {
  __local float part[GROUP];
  int i = get_global_id(0);
  sum_to(parts + get_group_id(0), a[i] * b[i], part);
}

// s[place] = the sum of the partial sums. One group.
__kernel void add_parts(__global const float *parts, __global float *s, int count, int place) {
  __local float part[GROUP];
  float y = 0;
  for (int i = get_local_id(0); i < count; i += GROUP) y += parts[i];
  sum_to(s + place, y, part);
}

// x += alpha p, r -= alpha q, and the partial sums of r·r
__kernel void step(__global const float *p, __global const float *q, __global float *x, __global float *r,
                   __global const float *s, __global float *parts) {
  __local float part[GROUP];
  int i = get_global_id(0);
  float alpha = s[0] / s[1];
  x[i] += alpha * p[i];
  float y = r[i] - alpha * q[i];
  r[i] = y;
  sum_to(parts + get_group_id(0), y * y, part);
}

// p = r + beta p
__kernel void direction(__global const float *r, __global float *p, __global const float *s) {
  int i = get_global_id(0);
  p[i] = r[i] + s[2] / s[0] * p[i];
}

