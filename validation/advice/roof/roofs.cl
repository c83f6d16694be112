// Kernels that run near a peak of a device. Nothing cheap makes them faster.
__kernel void copy(__global const float4 *in, __global float4 *out) {
  int i = get_global_id(0);
  out[i] = in[i];
}

__kernel void triad(__global const float4 *a, __global const float4 *b, __global float4 *c, float s) {
  int i = get_global_id(0);
  c[i] = a[i] + s * b[i];
}

__kernel void set(__global float4 *out, float s) {
  out[get_global_id(0)] = (float4)(s, s + 1, s + 2, s + 3);
}

// Four rows apart, so that a work-item has several loads under way.
__kernel void sum(__global const float4 *in, __global float *out) {
  int i = get_global_id(0), n = get_global_size(0);
  float4 s = in[i] + in[i + n] + in[i + 2 * n] + in[i + 3 * n];
  out[i] = s.x + s.y + s.z + s.w;
}

__kernel void fma_chains(__global float *out, float a, int rounds) {
  float v = get_global_id(0) & 7;
  float4 p = (float4)(v, v + 1, v + 2, v + 3), q = p + 4;
  for (int k = 0; k < rounds; k++) {
    p = p * a + 1; q = q * a + 2; p = p * a + 3; q = q * a + 4;
    p = p * a + 5; q = q * a + 6; p = p * a + 7; q = q * a + 8;
  }
  p += q;
  out[get_global_id(0)] = p.x + p.y + p.z + p.w;
}

__kernel void bits(__global uint *out, int rounds) {
  uint v = get_global_id(0);
  uint4 p = (uint4)(v, v + 1, v + 2, v + 3), q = p + 4;
  for (int k = 0; k < rounds; k++) {
    p ^= q << 3; q += p >> 5; p ^= q << 7; q += p >> 9;
    p ^= q << 4; q += p >> 6; p ^= q << 8; q += p >> 2;
  }
  p ^= q;
  out[get_global_id(0)] = p.x ^ p.y ^ p.z ^ p.w;
}

// Neighbours read neighbouring words: no bank conflicts, and one addition a word.
__kernel void local_reads(__global float *out, int rounds) {
  __local float t[512];
  int l = get_local_id(0);
  for (int k = l; k < 512; k += 256) t[k] = k & 31;
  barrier(CLK_LOCAL_MEM_FENCE);
  float s = 0, u = 0;
  for (int k = 0; k < rounds; k++) {
    __local const float *p = t + l + k;
    for (int j = 0; j < 8; j += 2) { s += p[28 * j]; u += p[28 * j + 28]; }
  }
  out[get_global_id(0)] = s + u;
}

// A table that fits a second-level cache but neither a first-level cache nor local memory.
__kernel void table(__global const float4 *in, __global float *out, int size, int rounds) {
  int i = get_global_id(0), at = get_group_id(0) * 1021 + get_local_id(0);
  float4 s = 0;
  for (int k = 0; k < rounds; k++)
    for (int j = 0; j < 4; j++, at += 3328) s += in[at & (size - 1)];
  out[i] = s.x + s.y + s.z + s.w;
}

// More counters than local memory holds, and few additions to each.
__kernel void counters(__global int *counts, int size, int rounds) {
  int i = get_global_id(0);
  for (int k = 0; k < rounds; k++) atomic_add(&counts[(i * 33 + k * 4099) & (size - 1)], k);
}

// All pairs by tiles in local memory: about ten operations a word read.
__kernel void pairs(__global const float *x, __global float *out, int n) {
  __local float t[128];
  int i = get_global_id(0), l = get_local_id(0);
  float v = x[i], s = 0, q = 0, c = 0;
  for (int k = 0; k < n; k += 128) {
    t[l] = x[k + l];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < 128; j++) {
      float d = t[j] - v;
      s += d; q += d * d; c += fmax(d, 0.0f);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[i] = s + q + c;
}
