// The nearest centre of each point; points stand feature by feature, centres one after another.
__kernel void assign(__global const float *points, __global const float *centres, __global int *member,
                     __global int *moved, int n, int features, int k) {
  int p = get_global_id(0);
  if (p >= n) return;
  int best = 0;
  float nearest = 3.0e38f;
  for (int c = 0; c < k; ++c) {
    float distance = 0.0f;
    for (int f = 0; f < features; ++f) {
      float d = points[f * n + p] - centres[c * features + f];
      distance = distance + d * d;
    }
    if (distance < nearest) { nearest = distance; best = c; }
  }
  moved[p] = member[p] != best;
  member[p] = best;
}
