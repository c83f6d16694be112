// Written for this project; may be used under the Apache License 2.0.
// Twelve kernels with little work in a group, for estimates of launches of many rounds.
__kernel void vecadd(__global const float *a, __global const float *b, __global float *c, int n) {
  int i = get_global_id(0);
  if (i < n) c[i] = a[i] + b[i];
}

__kernel void stencil(__global const float *a, __global float *c, int w, int n) {
  int i = get_global_id(0);
  if (i >= w && i < n - w) c[i] = 0.5f * a[i] + 0.125f * (a[i - 1] + a[i + 1] + a[i - w] + a[i + w]);
}

__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void transpose(__global const float *in, __global float *out, int w, int h) {
  __local float t[16][17];
  int lx = get_local_id(0), ly = get_local_id(1);
  int gx = get_group_id(0) * 16, gy = get_group_id(1) * 16;
  t[ly][lx] = in[(gy + ly) * w + gx + lx];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[(gx + ly) * h + gy + lx] = t[lx][ly];
}

__kernel void histogram(__global const uint *in, __global uint *bins, int n) {
  __local uint own[64];
  int l = get_local_id(0);
  if (l < 64) own[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  int i = get_global_id(0);
  if (i < n) atomic_inc(&own[in[i] & 63]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 64 && own[l] > 0) atomic_add(&bins[l], own[l]);
}

__kernel void gather(__global const int *index, __global const float *a, __global float *c, int n) {
  int i = get_global_id(0);
  if (i < n) c[i] = a[index[i]];
}

// Later groups load more: from 1 to 8 elements a work-item.
__kernel void triangular_loads(__global const float *a, __global float *c, int n) {
  int i = get_global_id(0);
  if (i >= n) return;
  int count = 1 + (int)(7 * (long)get_group_id(0) / get_num_groups(0));
  float sum = 0;
  for (int k = 0; k < count; k++) sum += a[(i + k * 4096) % n];
  c[i] = sum;
}

// Later groups compute more: from 8 to 128 multiply-adds a work-item.
__kernel void triangular_alu(__global float *c, int n) {
  int i = get_global_id(0);
  if (i >= n) return;
  int count = 1 + (int)(15 * (long)get_group_id(0) / get_num_groups(0));
  float x = i, y = 1.0f;
  for (int k = 0; k < 8 * count; k++) y = mad(x, y, 0.5f);
  c[i] = y;
}

__kernel void spmv(__global const int *row, __global const int *col, __global const float *val,
                   __global const float *x, __global float *y, int n) {
  int r = get_global_id(0);
  if (r >= n) return;
  float acc = 0.0f;
  for (int k = row[r]; k < row[r + 1]; ++k) acc = mad(val[k], x[col[k]], acc);
  y[r] = acc;
}

// A product with 32 columns of b: 32 terms an element.
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void matmul(__global const float *a, __global const float *b, __global float *c, int n) {
  __local float x[16][16], y[16][16];
  int lx = get_local_id(0), ly = get_local_id(1);
  int gx = get_global_id(0), gy = get_global_id(1);
  float sum = 0;
  for (int k = 0; k < 32; k += 16) {
    x[ly][lx] = a[gy * 32 + k + lx];
    y[ly][lx] = b[(k + ly) * n + gx];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < 16; j++) sum = mad(x[ly][j], y[j][lx], sum);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[gy * n + gx] = sum;
}

// One level of a breadth-first search in which a third of the vertices is in the frontier.
__kernel void bfs(__global const int *row, __global const int *col, __global int *level, int n) {
  int v = get_global_id(0);
  if (v >= n || level[v] != 0) return;
  for (int e = row[v]; e < row[v + 1]; ++e) {
    int u = col[e];
    if (level[u] < 0) level[u] = 1;
  }
}

// The pull of the 64 bodies of its own group and of the first group on each body.
__kernel void nbody(__global const float4 *pos, __global float4 *acc, int n) {
  __local float4 tile[64];
  int i = get_global_id(0), l = get_local_id(0);
  float4 own = pos[i];
  float4 sum = (float4)(0);
  for (int t = 0; t < 2; t++) {
    tile[l] = pos[t == 0 ? l : i];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < 64; j++) {
      float4 d = tile[j] - own;
      float r = native_rsqrt(d.x * d.x + d.y * d.y + d.z * d.z + 0.01f);
      sum += d * (tile[j].w * r * r * r);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  acc[i] = sum;
}

__kernel void scan(__global const int *in, __global int *out, __global int *sums, int n) {
  __local int part[256];
  int i = get_global_id(0), l = get_local_id(0);
  part[l] = i < n ? in[i] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = 1; d < 256; d *= 2) {
    int add = l >= d ? part[l - d] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    part[l] += add;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (i < n) out[i] = part[l];
  if (l == 255) sums[get_group_id(0)] = part[255];
}
