// Kernels of which each is bound by one resource.

__kernel void copy(__global const float *a, __global float *b) {
  int i = get_global_id(0);
  b[i] = a[i];
}

__kernel void mad32(__global float *b, int rounds) {
  float x = get_global_id(0), y = x + 1, z = x + 2, w = x + 3;
  float p = x + 4, q = x + 5, r = x + 6, s = x + 7;
  for (int i = 0; i < rounds; i++) {
    x = x * 0.5f + 1.0f;
    y = y * 0.5f + 1.0f;
    z = z * 0.5f + 1.0f;
    w = w * 0.5f + 1.0f;
    p = p * 0.5f + 1.0f;
    q = q * 0.5f + 1.0f;
    r = r * 0.5f + 1.0f;
    s = s * 0.5f + 1.0f;
  }
  b[get_global_id(0)] = x + y + z + w + p + q + r + s;
}

__kernel void uniform(__global const int *restrict a, __global int *restrict b, int rounds) {
  int sum = 0;
  for (int i = 0; i < rounds; i++) {
    sum += a[i];
  }
  b[get_global_id(0)] = sum;
}

__kernel void one_word(__global int *a) { atomic_add(a, 1); }

__kernel void one_word_used(__global int *a, __global int *b) {
  b[get_global_id(0)] = atomic_add(a, 1);
}

__kernel void conflicts(__global int *b, int rounds) {
  __local int tile[1024];
  int l = get_local_id(0);
  for (int k = 0; k < 1024; k += 64) {
    tile[k + l] = l;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  int at = (l * 32) & 992;
  for (int i = 0; i < rounds; i++) {
    at = (at + tile[at]) & 992;
  }
  b[get_global_id(0)] = at;
}

__kernel void chase(__global const int *a, __global int *b, int rounds) {
  int at = 0;
  for (int i = 0; i < rounds; i++) {
    at = a[at + get_local_id(0)];
  }
  b[get_global_id(0)] = at;
}

__kernel void empty(__global int *b) { b[get_global_id(0)] = 1; }

__kernel void again(__global const float4 *restrict a, __global float *restrict b, int rounds) {
  float4 sum = 0;
  int at = get_global_id(0);
  for (int i = 0; i < rounds; i++) {
    sum += a[at & 8191];
    at += 977 * 64;
  }
  b[get_global_id(0)] = sum.x + sum.y + sum.z + sum.w;
}

__kernel void rsqrts(__global float *b, int rounds) {
  float x = get_global_id(0), y = x + 1, z = x + 2, w = x + 3;
  for (int i = 0; i < rounds; i++) {
    x = native_rsqrt(x);
    y = native_rsqrt(y);
    z = native_rsqrt(z);
    w = native_rsqrt(w);
  }
  b[get_global_id(0)] = x + y + z + w;
}

__kernel void mad64(__global double *b, int rounds) {
  double x = get_global_id(0), y = x + 1, z = x + 2, w = x + 3;
  for (int i = 0; i < rounds; i++) {
    x = x * 0.5 + 1.0;
    y = y * 0.5 + 1.0;
    z = z * 0.5 + 1.0;
    w = w * 0.5 + 1.0;
  }
  b[get_global_id(0)] = x + y + z + w;
}

__kernel void divergent(__global int *b, int rounds) {
  int l = get_local_id(0) & 15;
  int x = l;
  for (int i = 0; i < rounds; i++) {
    if (l == 0) x = x * 3 ^ i;
    else if (l == 1) x = x * 5 ^ i;
    else if (l == 2) x = x * 7 ^ i;
    else if (l == 3) x = x * 11 ^ i;
    else if (l == 4) x = x * 13 ^ i;
    else if (l == 5) x = x * 17 ^ i;
    else if (l == 6) x = x * 19 ^ i;
    else x = x * 23 ^ i;
  }
  b[get_global_id(0)] = x;
}

__kernel void barriers(__global int *b, int rounds) {
  for (int i = 0; i < rounds; i++) {
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  b[get_global_id(0)] = rounds;
}
