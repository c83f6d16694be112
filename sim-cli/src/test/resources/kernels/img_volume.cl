/* Planes: a volume filtered in three dimensions, layers of an array, a row. */
__kernel void img_volume(__read_only image3d_t v, __read_only image2d_array_t a, __read_only image1d_t r,
                         sampler_t lin, __global const float4 *at, __global float4 *out) {
  int i = get_global_id(0);
  float4 c = at[i];
  float4 sum = read_imagef(v, lin, c);
  sum += read_imagef(a, CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST,
                     (int4)(i % 4, i % 3, i % 5, 0));
  out[i] = sum + read_imagef(r, lin, c.w) + get_image_depth(v) + get_image_array_size(a);
}
