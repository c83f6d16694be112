__kernel void softmax(__global const float *x, __global float *y, int n, __local float *s) {
  int t = get_local_id(0), L = get_local_size(0);
  __global const float *p = x + get_group_id(0) * n; __global float *q = y + get_group_id(0) * n;
  float m = -INFINITY;
  for (int i = t; i < n; i += L) m = fmax(m, p[i]);
  s[t] = m; barrier(CLK_LOCAL_MEM_FENCE);
  for (int h = L / 2; h > 0; h /= 2) { if (t < h) s[t] = fmax(s[t], s[t + h]); barrier(CLK_LOCAL_MEM_FENCE); }
  m = s[0]; barrier(CLK_LOCAL_MEM_FENCE);
  float z = 0;
  for (int i = t; i < n; i += L) { float e = exp(p[i] - m); q[i] = e; z += e; }
  s[t] = z; barrier(CLK_LOCAL_MEM_FENCE);
  for (int h = L / 2; h > 0; h /= 2) { if (t < h) s[t] += s[t + h]; barrier(CLK_LOCAL_MEM_FENCE); }
  for (int i = t; i < n; i += L) q[i] /= s[0];
}
