/* A 3 x 3 blur from one image of bytes to another, edges repeated. */
__constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

__kernel void img_blur(__read_only image2d_t in, __write_only image2d_t out, float4 weight) {
  int2 p = (int2)(get_global_id(0), get_global_id(1));
  if (p.x >= get_image_width(out) || p.y >= get_image_height(out)) return;
  float4 sum = read_imagef(in, edge, p) * weight.x;
  sum += (read_imagef(in, edge, p + (int2)(-1, 0)) + read_imagef(in, edge, p + (int2)(1, 0))) * weight.y;
  sum += (read_imagef(in, edge, p + (int2)(0, -1)) + read_imagef(in, edge, p + (int2)(0, 1))) * weight.z;
  write_imagef(out, p, sum);
}
