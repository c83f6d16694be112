// DXT1 compression by cluster fit: 16 pixels a group are ordered along the axis of their colours; each work-item tries partitions of
// that order into four clusters, the best pair of end points by least squares for each; the least error wins.
#ifndef B
#define B 64
#endif
#define PARTITIONS 969 /* of 16 in order into 4 clusters */
// Two bits for each pixel: 0 the first end, 2 and 3 a third and two thirds of the way, 1 the second end.
__kernel void partitions(__global uint *table) {
  int a = get_local_id(0), b = get_local_id(1), c = get_group_id(0);
  if (a > b || b > c) return;
  uint bits = 0;
  for (int i = 0; i < 16; i++) bits |= (i < a ? 0u : i < b ? 2u : i < c ? 3u : 1u) << 2 * i;
  table[c * (c + 1) * (c + 2) / 6 + b * (b + 1) / 2 + a] = bits;
}
float3 quantised(float3 c, uint *bits) {
  float3 steps = (float3)(31.0f, 63.0f, 31.0f);
  float3 whole = floor(clamp(c, 0.0f, 1.0f) * steps + 0.5f);
  *bits = (uint)whole.x << 11 | (uint)whole.y << 5 | (uint)whole.z;
  return whole * (float3)(1.0f / 31.0f, 1.0f / 63.0f, 1.0f / 31.0f);
}
float error_of(__local const float *red, __local const float *green, __local const float *blue, float3 sum, uint bits, uint *ends) {
  float alpha2 = 0, beta2 = 0, both = 0;
  float ax = 0, ay = 0, az = 0;
#pragma unroll
  for (int i = 0; i < 16; i++, bits >>= 2) {
    float beta = bits & 1;
    if (bits & 2) beta = (1.0f + beta) * (1.0f / 3.0f);
    float alpha = 1.0f - beta;
    alpha2 += alpha * alpha;
    beta2 += beta * beta;
    both += alpha * beta;
    ax += alpha * red[i];
    ay += alpha * green[i];
    az += alpha * blue[i];
    __asm__ volatile("" : "+f"(ax), "+f"(ay), "+f"(az)::"memory"); // nothing moves across: colours need no 48 registers
  }
  float3 alphax = (float3)(ax, ay, az);
  float3 betax = sum - alphax;
  float det = alpha2 * beta2 - both * both;
  float f = native_recip(det);
  uint first, second;
  float3 a = quantised((alphax * beta2 - betax * both) * f, &first);
  float3 b = quantised((betax * alpha2 - alphax * both) * f, &second);
  *ends = first | second << 16;
  float3 e = a * a * alpha2 + b * b * beta2 + 2.0f * (a * b * both - a * alphax - b * betax);
  return fabs(det) < 1e-6f ? FLT_MAX : e.x + e.y + e.z;
}
__kernel __attribute__((reqd_work_group_size(B, 1, 1)))
void compress(__global const uint *image, __global const uint *table, __global uint2 *out, int w) {
  __local float4 raw[16];
  __local float red[16], green[16], blue[16];
  __local float along[16];
  __local uint place[16];
  __local float errors[B];
  __local uint which[B];
  int t = get_local_id(0);
  int pixel = (get_group_id(1) * 4 + (t >> 2 & 3)) * w + get_group_id(0) * 4 + (t & 3);
  if (t < 16) {
    uint c = image[pixel];
    raw[t] = (float4)((c & 255) / 255.0f, (c >> 8 & 255) / 255.0f, (c >> 16 & 255) / 255.0f, 0.0f);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  float3 sum = (float3)(0.0f);
  for (int i = 0; i < 16; i++) sum += raw[i].xyz;
  if (t < 16) {
    float3 mean = sum * (1.0f / 16.0f), diagonal = (float3)(0.0f), off = (float3)(0.0f);
    for (int i = 0; i < 16; i++) {
      float3 d = raw[i].xyz - mean;
      diagonal += d * d;
      off += d * d.yzx;
    }
    float3 axis = (float3)(1.0f, 0.9f, 0.8f);
    for (int i = 0; i < 8; i++) { // power iterations
      float3 next = diagonal * axis + (float3)(off.x * axis.y + off.z * axis.z, off.x * axis.x + off.y * axis.z,
          off.z * axis.x + off.y * axis.y);
      float most = fmax(fmax(fabs(next.x), fabs(next.y)), fabs(next.z));
      axis = most > 0 ? next * native_recip(most) : axis;
    }
    along[t] = dot(raw[t].xyz, axis);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t < 16) {
    int rank = 0;
    for (int i = 0; i < 16; i++) rank += along[i] < along[t] || (along[i] == along[t] && i < t) ? 1 : 0;
    place[t] = rank;
    red[rank] = raw[t].x;
    green[rank] = raw[t].y;
    blue[rank] = raw[t].z;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  float best = FLT_MAX;
  uint at = 0;
  for (int i = t; i < PARTITIONS; i += B) {
    uint ends;
    float error = error_of(red, green, blue, sum, table[i], &ends);
    if (error < best) {
      best = error;
      at = i;
    }
  }
  errors[t] = best;
  which[t] = at;
  for (int h = B / 2; h > 0; h >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < h && errors[t + h] < errors[t]) {
      errors[t] = errors[t + h];
      which[t] = which[t + h];
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t == 0) {
    uint bits = table[which[0]], ends, indices = 0;
    error_of(red, green, blue, sum, bits, &ends);
    for (int i = 0; i < 16; i++) indices |= (bits >> 2 * place[i] & 3) << 2 * i;
    if ((ends & 0xffff) < ends >> 16) { // the format wants the larger end first
      ends = ends >> 16 | ends << 16;
      indices ^= 0x55555555;
    }
    out[get_group_id(1) * get_num_groups(0) + get_group_id(0)] = (uint2)(ends, indices);
  }
}
