// SPDX-License-Identifier: Apache-2.0
// Ways out of branches and loops: where do the lanes meet again? (docs/reconvergence.md)
//
// A lane's x is its number modulo 8. MARK(j) notes that a lane came by. Above each kernel: how often a
// wavefront executes marks 0, 1, … if lanes meet as early as the text lets them.

// The assembly keeps clang from making one store of the marks of two sides.
#ifndef NOTE
#define NOTE(j) ""
#endif
#define MARK(j) { m[16 * get_global_id(0) + j] = 4096 + j; __asm__ volatile(NOTE(j) : : "n"(j)); }
#define KERNEL kernel void
#define ARGUMENTS (global const uint *v, volatile global uint *m)
#define X v[get_global_id(0)]

// 1 1 1 1
KERNEL return_in_a_branch ARGUMENTS {
  uint x = X;
  MARK(0)
  if (x & 1) {
    MARK(1)
    if (x & 2) {
      return;
    }
    MARK(2)
  }
  MARK(3)
}

// 1 1 0 1
KERNEL return_that_no_lane_takes ARGUMENTS {
  uint x = X;
  MARK(0)
  if (x & 1) {
    MARK(1)
    if (x == 9) {
      MARK(2)
      return;
    }
  }
  MARK(3)
}

// 1 1 1 1 1 1
KERNEL returns_on_both_sides ARGUMENTS {
  uint x = X;
  MARK(0)
  if (x & 1) {
    MARK(1)
    if (x & 2) {
      return;
    }
    MARK(2)
  } else {
    MARK(3)
    if (x & 4) {
      return;
    }
    MARK(4)
  }
  MARK(5)
}

// 1 1 1
KERNEL trap_that_no_lane_takes ARGUMENTS {
  uint x = X;
  MARK(0)
  if (x & 1) {
    MARK(1)
    if (x > 8) {
      __builtin_trap();
    }
  }
  MARK(2)
}

__attribute__((noinline)) void fail(volatile global uint *m) {
  MARK(9)
  __builtin_trap();
}

// 1 1 1 1
KERNEL assertions ARGUMENTS {
  uint x = X;
  MARK(0)
  if (x >= 8) {
    fail(m);
  }
  if (x & 1) {
    MARK(1)
    if (x == 8) {
      fail(m);
    }
    MARK(2)
  }
  MARK(3)
}

// 1 2 8 1 1
KERNEL goto_out_of_two_loops ARGUMENTS {
  uint x = X;
  MARK(0)
  #pragma clang loop unroll(disable)
  for (uint i = 0; i < 2; i++) {
    MARK(1)
    #pragma clang loop unroll(disable)
    for (uint k = 0; k < 4; k++) {
      MARK(2)
      if (x == 4 * i + k) {
        goto found;
      }
    }
  }
  return;
found:
  MARK(3)
  if (x & 1) {
    MARK(4)
  }
}

// 1 8 3 4 1
KERNEL break_and_continue ARGUMENTS {
  uint x = X;
  MARK(0)
  #pragma clang loop unroll(disable)
  for (uint i = 0; i < 9; i++) {
    MARK(1)
    if (i == x) {
      break;
    }
    if (i & 1) {
      MARK(2)
      continue;
    }
    MARK(3)
  }
  MARK(4)
}

// 1 1 1 1 1 1
KERNEL switch_over_all_values ARGUMENTS {
  uint x = X;
  MARK(0)
  switch (x & 3) {
    case 0:
      MARK(1)
      break;
    case 1:
      MARK(2)
      break;
    case 2:
      MARK(3)
      break;
    case 3:
      MARK(4)
      break;
  }
  MARK(5)
}

// 1 1 1 1 1 1 1 1
KERNEL nested_switches ARGUMENTS {
  uint x = X;
  MARK(0)
  switch (x & 1) {
    case 0:
      MARK(1)
      switch (x >> 1 & 3) {
        case 0:
          MARK(2)
          return;
        case 1:
          MARK(3)
          break;
        case 2:
          MARK(4)
          break;
        case 3:
          break;
      }
      MARK(5)
      break;
    case 1:
      MARK(6)
      break;
  }
  MARK(7)
}

// 1 1 1 1 1 1
KERNEL cases_that_share_code ARGUMENTS {
  uint x = X;
  MARK(0)
  switch (x) {
    case 1:
      MARK(1)
    case 2:
      MARK(2)
    case 3:
      MARK(3)
      break;
    case 6:
      MARK(4)
  }
  MARK(5)
}

// 1 1 1 1 1
KERNEL chain_of_else_if ARGUMENTS {
  uint x = X & 3;
  MARK(0)
  if (x == 0) {
    MARK(1)
  } else if (x == 1) {
    MARK(2)
  } else if (x == 2) {
    MARK(3)
  } else if (x == 3) {
    return;
  }
  MARK(4)
}

// 1 7 6 1 1
KERNEL loop_with_a_return ARGUMENTS {
  uint x = X;
  MARK(0)
  #pragma clang loop unroll(disable)
  for (uint i = 0; i < x + 1; i++) {
    MARK(1)
    if (i == 6) {
      return;
    }
    MARK(2)
  }
  MARK(3)
  if (x & 1) {
    MARK(4)
  }
}

// 1 1 5 3 1 1
KERNEL loop_in_a_branch_with_a_return ARGUMENTS {
  uint x = X;
  MARK(0)
  if (x & 1) {
    MARK(1)
    #pragma clang loop unroll(disable)
    for (uint i = 0; i < x; i++) {
      MARK(2)
      if (x == 7 && i == 4) {
        return;
      }
      if (i & 1) {
        continue;
      }
      MARK(3)
    }
    MARK(4)
  }
  MARK(5)
}

// 1 1 1 1 1
KERNEL return_behind_a_barrier ARGUMENTS {
  uint x = X;
  MARK(0)
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (x & 1) {
    MARK(1)
    if (x == 5) {
      return;
    }
    MARK(2)
  } else {
    MARK(3)
  }
  MARK(4)
}

__attribute__((noinline)) void visit(volatile global uint *m, uint x) {
  if (x & 2) {
    MARK(2)
    if (x == 7) {
      return;
    }
    MARK(3)
  }
  MARK(4)
}

// 1 1 1 1 1 1
KERNEL early_return_of_a_called_function ARGUMENTS {
  uint x = X;
  MARK(0)
  if (x & 1) {
    MARK(1)
    visit(m, x);
  }
  MARK(5)
}

__attribute__((always_inline)) void pass(volatile global uint *m, uint x) {
  if (x & 2) {
    MARK(2)
    if (x == 7) {
      return;
    }
    MARK(3)
  }
  MARK(4)
}

// 1 1 1 1 1 1
KERNEL early_return_of_an_inlined_function ARGUMENTS {
  uint x = X;
  MARK(0)
  if (x & 1) {
    MARK(1)
    pass(m, x);
  }
  MARK(5)
}

// 1 1 1 1 1
KERNEL goto_into_common_code ARGUMENTS {
  uint x = X;
  MARK(0)
  if (x & 1) {
    MARK(1)
    if (x & 2) {
      goto common;
    }
  } else {
    MARK(2)
    if (x == 4) {
      goto common;
    }
  }
  MARK(3)
common:
  MARK(4)
}

// 1 8 1
KERNEL endless_loop_with_an_exit ARGUMENTS {
  uint x = X;
  MARK(0)
  #pragma clang loop unroll(disable)
  for (uint i = 0;; i++) {
    MARK(1)
    if (i == x) {
      break;
    }
  }
  MARK(2)
}

// 1 1 1 1
KERNEL conditions_in_a_chain ARGUMENTS {
  uint x = X;
  MARK(0)
  if (x & 1 && v[x] == 3 || x & 4 && v[x + 8] == 6) {
    MARK(1)
  } else {
    MARK(2)
  }
  MARK(3)
}
