/* Whole numbers: signed and unsigned, saturated where they are written. */
__kernel void img_bits(__read_only image2d_t s, __read_only image2d_t u, __write_only image2d_t so,
                       __write_only image2d_t uo, __global int *out) {
  const sampler_t zero = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
  int x = get_global_id(0), y = get_global_id(1);
  int4 a = read_imagei(s, zero, (int2)(x - 2, y - 1));
  uint4 b = read_imageui(u, zero, (float2)(x + 0.75f, y + 1.25f));
  write_imagei(so, (int2)(x, y), a * (int4)(3, -3, 100, 1));
  write_imageui(uo, (int2)(x, y), b * b + convert_uint4(abs(a)));
  out[y * get_image_width(s) + x] = a.x + a.y * 3 + a.z * 5 + a.w * 7 + (int)(b.x ^ b.y) +
      (get_image_channel_data_type(u) == CLK_UNSIGNED_INT16) + 2 * (get_image_channel_order(u) == CLK_RGBA);
}
