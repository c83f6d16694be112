// Kernels whose work-groups wait for one another: spin locks, a scan with decoupled look-back, producers and
// consumers, a persistent kernel with a work queue. nvcc 13.0: nvcc -ptx -arch=sm_75 waits.cu

// A ticket lock around a sequence number and a chain that is not commutative: order[k] is the group that was k-th.
extern "C" __global__ void ticket(unsigned *next, volatile unsigned *serving, volatile unsigned *state, unsigned *order,
                                  unsigned rounds) {
  if (threadIdx.x == 0) {
    for (unsigned r = 0; r < rounds; r++) {
      unsigned mine = atomicAdd(next, 1u);
      while (*serving != mine) {
      }
      __threadfence();
      unsigned k = state[0];
      order[k] = blockIdx.x;
      state[1] = state[1] * 3u + blockIdx.x;
      state[0] = k + 1u;
      __threadfence();
      *serving = mine + 1u;
    }
  }
}

// A spin lock by compare-and-swap with a back-off; the protected counter is incremented without an atomic.
extern "C" __global__ void spinlock(unsigned *lock, volatile unsigned *counter, unsigned *sum, unsigned rounds) {
  for (unsigned r = 0; r < rounds; r++) {
    if (threadIdx.x == 0) {
      while (atomicCAS(lock, 0u, 1u) != 0u) {
      }
      __threadfence();
      *counter = *counter + 1u;
      __threadfence();
      atomicExch(lock, 0u);
    }
    __syncthreads();
    atomicAdd(sum, threadIdx.x);
  }
}

// An inclusive scan in one pass: a status and a value in one 64-bit word, 1 for a tile's own sum, 2 for its prefix.
extern "C" __global__ void lookback(const unsigned *in, unsigned *out, volatile unsigned long long *status,
                                    unsigned *tiles, unsigned n) {
  __shared__ unsigned part[256];
  __shared__ unsigned tile;
  __shared__ unsigned before;
  unsigned t = threadIdx.x, size = blockDim.x;
  if (t == 0) tile = atomicAdd(tiles, 1u);
  __syncthreads();
  unsigned i = tile * size + t;
  part[t] = i < n ? in[i] : 0u;
  __syncthreads();
  for (unsigned d = 1; d < size; d *= 2) {
    unsigned v = t >= d ? part[t - d] : 0u;
    __syncthreads();
    part[t] += v;
    __syncthreads();
  }
  if (t == 0) {
    unsigned own = part[size - 1], sum = 0;
    if (tile > 0) {
      status[tile] = (1ull << 32) | own;
      int p = (int)tile - 1;
      while (true) {
        unsigned long long s = status[p];
        unsigned kind = (unsigned)(s >> 32);
        if (kind == 0u) continue;
        sum += (unsigned)s;
        if (kind == 2u) break;
        p--;
      }
    }
    status[tile] = (2ull << 32) | (sum + own);
    before = sum;
  }
  __syncthreads();
  if (i < n) out[i] = before + part[t];
}

// Groups in pairs: one produces items into a ring of slots, the other consumes them. Consumers may have the lower id.
extern "C" __global__ void pipeline(volatile unsigned *flags, volatile unsigned *ring, unsigned *out, unsigned items,
                                    unsigned slots, unsigned consumerFirst) {
  unsigned pair = blockIdx.x / 2, t = threadIdx.x, size = blockDim.x;
  bool consumer = (blockIdx.x % 2 == 0) == (consumerFirst != 0);
  volatile unsigned *flag = flags + pair * slots;
  volatile unsigned *data = ring + pair * slots * size;
  unsigned sum = 0;
  for (unsigned k = 0; k < items; k++) {
    unsigned slot = k % slots, turn = k / slots * 2 + (consumer ? 1 : 0);
    if (t == 0) {
      while (flag[slot] != turn) {
      }
      __threadfence();
    }
    __syncthreads();
    if (consumer) {
      sum = sum * 5u + data[slot * size + t];
    } else {
      data[slot * size + t] = (k + 1) * (t + 1) + pair;
    }
    __threadfence();
    __syncthreads();
    if (t == 0) flag[slot] = turn + 1;
  }
  if (consumer) out[pair * size + t] = sum;
}

// Persistent groups take items from a queue; an item may add two more (a binary tree of a given depth). A group that
// finds the queue empty waits until an item is there or all are done. head: taken, tail: added, done: finished.
extern "C" __global__ void worker(unsigned *head, unsigned *tail, unsigned *done, volatile unsigned *queue,
                                  unsigned *visits, unsigned depth) {
  __shared__ unsigned item;
  unsigned t = threadIdx.x;
  unsigned total = (2u << depth) - 1u;
  while (true) {
    if (t == 0) {
      unsigned mine = atomicAdd(head, 1u);
      if (mine >= total) {
        item = 0u;
      } else {
        unsigned found;
        do {
          found = queue[mine];
        } while (found == 0u);
        __threadfence();
        item = found;
      }
    }
    __syncthreads();
    unsigned node = item;
    __syncthreads();
    if (node == 0u) break;
    atomicAdd(&visits[node * blockDim.x + t], node + t);
    if (t == 0) {
      if (node < (1u << depth)) {
        unsigned at = atomicAdd(tail, 2u);
        queue[at] = 2u * node;
        __threadfence();
        queue[at + 1u] = 2u * node + 1u;
      }
      atomicAdd(done, 1u);
    }
  }
}
