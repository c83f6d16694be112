// Filters of images through the texture unit.
uint packed(float4 c) {
  uint4 b = convert_uint4(c * 255.0f + 0.5f);
  return b.x | b.y << 8 | b.z << 16 | b.w << 24;
}
__kernel void bilinear(read_only image2d_t in, sampler_t how, __global uint *out, int w) {
  int x = get_global_id(0), y = get_global_id(1);
  out[y * w + x] = packed(read_imagef(in, how, (float2)(x + 0.5f, y + 0.5f)).xxxx);
}
float4 weights(float f) {
  float g = 1.0f - f, f2 = f * f, f3 = f2 * f;
  return (float4)(g * g * g, 3.0f * f3 - 6.0f * f2 + 4.0f, -3.0f * f3 + 3.0f * f2 + 3.0f * f + 1.0f, f3) * (1.0f / 6.0f);
}
float4 across(read_only image2d_t in, sampler_t how, float x, float y) {
  return (float4)(read_imagef(in, how, (float2)(x - 1, y)).x, read_imagef(in, how, (float2)(x, y)).x,
      read_imagef(in, how, (float2)(x + 1, y)).x, read_imagef(in, how, (float2)(x + 2, y)).x);
}
float mean(float4 of, float4 w) {
  return of.x * w.x + of.y * w.y + of.z * w.z + of.w * w.w;
}
// A cubic B-spline of 16 texels.
__kernel void bicubic(read_only image2d_t in, sampler_t how, __global uint *out, int w, float shift) {
  int column = get_global_id(0), row = get_global_id(1);
  float x = column + shift, y = row + shift;
  float left = floor(x), top = floor(y);
  float4 wx = weights(x - left), wy = weights(y - top);
  float px = left + 0.5f, py = top + 0.5f;
  float sum = wy.x * mean(across(in, how, px, py - 1), wx);
  sum += wy.y * mean(across(in, how, px, py), wx);
  sum += wy.z * mean(across(in, how, px, py + 1), wx);
  sum += wy.w * mean(across(in, how, px, py + 2), wx);
  out[row * w + column] = packed((float4)(sum));
}
// FETCHES filtered texels from a neighbourhood, added; eight stand before their uses, as compilers of that time order them.
#define FETCHES 64
__kernel void fetches(read_only image2d_t in, sampler_t how, __global float *out, int w) {
  int x = get_global_id(0), y = get_global_id(1);
  float sum = 0;
  float left = x + 1.0f, top = y + 1.0f;
#pragma unroll
  for (int i = 0; i < FETCHES / 8; i++) {
    float row[8];
#pragma unroll
    for (int k = 0; k < 8; k++) row[k] = read_imagef(in, how, (float2)(left + k, top + i)).x;
#pragma unroll
    for (int k = 0; k < 8; k++) sum += row[k];
  }
  out[y * w + x] = sum;
}
float distance3(float4 a, float4 b) {
  float4 d = b - a;
  return d.x * d.x + d.y * d.y + d.z * d.z;
}
#define RADIUS 3
#define AREA 49.0f
// A mean over a window: near and alike texels weigh more.
__kernel void neighbours(read_only image2d_t in, sampler_t how, __global uint *out, int w, float noise, float mix) {
  int column = get_global_id(0), row = get_global_id(1);
  float x = column + 0.5f, y = row + 0.5f;
  float4 own = read_imagef(in, how, (float2)(x, y)), sum = (float4)(0.0f);
  float count = 0, all = 0;
  for (int i = -RADIUS; i <= RADIUS; i++) {
    for (int j = -RADIUS; j <= RADIUS; j++) {
      float4 c = read_imagef(in, how, (float2)(x + j, y + i));
      float weight = native_exp(-(distance3(own, c) * noise + (i * i + j * j) / AREA));
      sum += c * weight;
      all += weight;
      count += weight > 0.1f ? 1.0f / AREA : 0;
    }
  }
  sum *= native_recip(all);
  float share = count > 0.1f ? mix : 1.0f - mix;
  out[row * w + column] = packed(sum + (own - sum) * share);
}
// The same, where texels are alike whose neighbourhoods are.
__kernel void blocks(read_only image2d_t in, sampler_t how, __global uint *out, int w, float noise, float mix) {
  int column = get_global_id(0), row = get_global_id(1);
  float x = column + 0.5f, y = row + 0.5f;
  float4 sum = (float4)(0.0f);
  float count = 0, all = 0;
  for (int i = -RADIUS; i <= RADIUS; i++) {
    for (int j = -RADIUS; j <= RADIUS; j++) {
      float differ = 0;
      for (int n = -RADIUS; n <= RADIUS; n++) {
#pragma unroll
        for (int m = -RADIUS; m <= RADIUS; m++) {
          float4 there = read_imagef(in, how, (float2)(x + j + m, y + i + n)), here = read_imagef(in, how, (float2)(x + m, y + n));
          differ += distance3(there, here);
        }
      }
      float weight = native_exp(-(differ * noise + (i * i + j * j) / AREA));
      sum += read_imagef(in, how, (float2)(x + j, y + i)) * weight;
      all += weight;
      count += weight > 0.1f ? 1.0f / AREA : 0;
    }
  }
  sum *= native_recip(all);
  float4 own = read_imagef(in, how, (float2)(x, y));
  float share = count > 0.1f ? mix : 1.0f - mix;
  out[row * w + column] = packed(sum + (own - sum) * share);
}
