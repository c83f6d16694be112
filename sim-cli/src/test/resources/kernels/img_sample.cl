/* One image through samplers of every kind: an argument, and constants of the source. */
__constant sampler_t repeat = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR;
__constant sampler_t mirror = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_MIRRORED_REPEAT | CLK_FILTER_NEAREST;
__constant sampler_t border = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_LINEAR;

__kernel void img_sample(__read_only image2d_t img, sampler_t asked, __global const float2 *at,
                         __global float4 *out) {
  int i = get_global_id(0);
  int n = get_global_size(0);
  float2 c = at[i];
  out[i] = read_imagef(img, asked, c);
  out[n + i] = read_imagef(img, repeat, c);
  out[2 * n + i] = read_imagef(img, mirror, c);
  out[3 * n + i] = read_imagef(img, border, c * convert_float2(get_image_dim(img)));
}
