// What point x would save as a centre: who would go to it, and what staying would cost the others.
__kernel void gain(__global const float *points, __global const int *centre, __global const float *cost,
                   __global float *leave, __global float *stay, int x, int n, int dim) {
  int p = get_global_id(0);
  if (p >= n) return;
  float distance = 0.0f;
  for (int d = 0; d < dim; ++d) {
    float t = points[p * dim + d] - points[x * dim + d];
    distance = distance + t * t;
  }
  float change = distance - cost[p];
  leave[p] = change < 0.0f ? change : 0.0f;
  stay[p] = change < 0.0f ? 0.0f : change;
}

// Opens x: to it go those that it saves something, and those whose centre closes.
__kernel void reassign(__global const float *points, __global int *centre, __global float *cost,
                       __global const float *leave, __global const int *closes, int x, int n, int dim) {
  int p = get_global_id(0);
  if (p >= n) return;
  if (leave[p] < 0.0f || closes[centre[p]] != 0) {
    float distance = 0.0f;
    for (int d = 0; d < dim; ++d) {
      float t = points[p * dim + d] - points[x * dim + d];
      distance = distance + t * t;
    }
    centre[p] = x;
    cost[p] = distance;
  }
}
