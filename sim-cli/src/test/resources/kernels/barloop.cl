__kernel void bl(__global const int *in, __global int *out, int n) {
  __local int a[64]; __local int b[64]; __local int flag;
  int t = get_local_id(0);
  a[t] = in[get_global_id(0)];
  if (t == 0) flag = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < n; i++) {
    if (i & 1) { a[t] = b[63 - t] + i; } else { b[t] = a[(t + 1) & 63] * 3; }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i == 5) { barrier(CLK_LOCAL_MEM_FENCE); if (t == 0) flag = n > 7; barrier(CLK_LOCAL_MEM_FENCE); if (flag) break; }
  }
  out[get_global_id(0)] = a[t] ^ b[t];
}
__kernel void early(__global const int *in, __global int *out, int n) {
  __local int s[32];
  int i = get_global_id(0), t = get_local_id(0);
  s[t] = i < n ? in[i] : 0;
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (i >= n) return;
  out[i] = s[31 - t] + s[t];
}
