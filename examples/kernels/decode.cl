// SPDX-License-Identifier: Apache-2.0
// One layer of a transformer that decodes one token: ten kernels, single precision, one head after another in a row.
#define GROUP 64

float sum(float value, __local float *part) {
  int i = get_local_id(0);
  part[i] = value;
  for (int w = GROUP / 2; w > 0; w /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < w) part[i] += part[i + w];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  float all = part[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  return all;
}

float row_times(__global const float *row, __global const float *x, int columns, __local float *part) {
  float own = 0;
  for (int c = get_local_id(0); c < columns; c += GROUP) own += row[c] * x[c];
  return sum(own, part);
}

// out = x / root mean square of x, times the weights. One group.
__kernel void norm(__global const float *x, __global const float *weight, __global float *out, int width) {
  __local float part[GROUP];
  float own = 0;
  for (int c = get_local_id(0); c < width; c += GROUP) own += x[c] * x[c];
  float scale = rsqrt(sum(own, part) / width + 1e-5f);
  for (int c = get_local_id(0); c < width; c += GROUP) out[c] = x[c] * scale * weight[c];
}

// Query, key and value of the token; key and value go to their place in the cache. A group a row.
__kernel void project(__global const float *weight, __global const float *x, __global float *query, __global float *keys,
                      __global float *values, int width, int place) {
  __local float part[GROUP];
  int row = get_group_id(0);
  float y = row_times(weight + row * width, x, width, part);
  if (get_local_id(0) == 0) {
    if (row < width) query[row] = y;
    else if (row < 2 * width) keys[place * width + row - width] = y;
    else values[place * width + row - 2 * width] = y;
  }
}

// Turns pairs of query and key by an angle that grows with the place (rotary embedding). A work-item a pair.
__kernel void rotate(__global float *query, __global float *keys, __global const float *angle, int width, int place) {
  int i = get_global_id(0);
  float c = cos(angle[i] * place), s = sin(angle[i] * place);
  __global float *q = query + 2 * i, *k = keys + place * width + 2 * i;
  float q0 = q[0], q1 = q[1], k0 = k[0], k1 = k[1];
  q[0] = q0 * c - q1 * s;
  q[1] = q0 * s + q1 * c;
  k[0] = k0 * c - k1 * s;
  k[1] = k0 * s + k1 * c;
}

// Query times the keys of all places so far. A group for each place, its work-items shared by the heads.
__kernel void scores(__global const float *query, __global const float *keys, __global float *score, int width, int heads,
                     int most) {
  __local float part[GROUP];
  int place = get_group_id(0), size = width / heads;
  for (int h = 0; h < heads; h++) {
    float y = row_times(keys + place * width + h * size, query + h * size, size, part);
    if (get_local_id(0) == 0) score[h * most + place] = y * rsqrt((float)size);
  }
}

// Softmax of each head's scores over the length. A group a head.
__kernel void softmax(__global float *score, int length, int most) {
  __local float part[GROUP];
  __global float *own = score + get_group_id(0) * most;
  int i = get_local_id(0);
  float largest = -INFINITY;
  for (int p = i; p < length; p += GROUP) largest = fmax(largest, own[p]);
  part[i] = largest;
  for (int w = GROUP / 2; w > 0; w /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < w) part[i] = fmax(part[i], part[i + w]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  largest = part[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  float mine = 0;
  for (int p = i; p < length; p += GROUP) mine += exp(own[p] - largest);
  float all = sum(mine, part);
  for (int p = i; p < length; p += GROUP) own[p] = exp(own[p] - largest) / all;
}

// Values of all places weighted by the scores. A work-item an element.
__kernel void attend(__global const float *score, __global const float *values, __global float *out, int width, int heads,
                     int length, int most) {
  int c = get_global_id(0);
  __global const float *own = score + c / (width / heads) * most;
  float y = 0;
  for (int p = 0; p < length; p++) y += own[p] * values[p * width + c];
  out[c] = y;
}

// out += weight x: the end of attention and of the feed-forward part. A group a row.
__kernel void add_product(__global const float *weight, __global const float *x, __global float *out, int columns) {
  __local float part[GROUP];
  int row = get_group_id(0);
  float y = row_times(weight + row * columns, x, columns, part);
  if (get_local_id(0) == 0) out[row] += y;
}

// The gated first half of the feed-forward part. A group a row.
__kernel void gate(__global const float *weight, __global const float *x, __global float *out, int columns, int rows) {
  __local float part[GROUP];
  int row = get_group_id(0);
  float g = row_times(weight + row * columns, x, columns, part);
  float u = row_times(weight + (rows + row) * columns, x, columns, part);
  if (get_local_id(0) == 0) out[row] = g / (1 + exp(-g)) * u;
}
