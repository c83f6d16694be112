// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.issue;

import io.lockstep.parts.access.Access;
import io.lockstep.parts.memory.PolledAccess;
import io.lockstep.parts.texture.TextureFetch;
import io.lockstep.parts.transaction.MemoryUnit;
import io.lockstep.parts.wave.Wavefronts;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.terascale.clause.ClauseTable;
import io.lockstep.terascale.memory.MicroTiles;
import io.lockstep.terascale.program.TeraScaleKernel;

/** Issues an operation of a fetch or store clause: addresses, transactions, port cycles. */
final class MemoryOperation {
  private final UnitTimings timings;
  private final Wavefronts wavefronts;
  private final MemoryUnit memory;
  private final WavefrontTransactions path;
  private final TextureFetch textures;
  private final ClausePolls polls;
  private final int places; // index of the unit's first wavefront slot within the device
  private final Access access = new Access();
  private ClauseTable table;
  private boolean completePath;
  private int privateBytes;
  private boolean exports;
  private int token;
  private boolean unawaited;
  private boolean isPoll;

  MemoryOperation(
      UnitTimings timings,
      Wavefronts wavefronts,
      MemoryUnit memory,
      WavefrontTransactions path,
      ClausePolls polls,
      int unit,
      int slots) {
    this.timings = timings;
    this.wavefronts = wavefronts;
    this.memory = memory;
    this.path = path;
    this.polls = polls;
    textures = new TextureFetch(new MicroTiles(), timings.line);
    places = unit * slots;
  }

  void begin(LaunchPlan plan) {
    TeraScaleKernel code = (TeraScaleKernel) plan.code();
    table = code.table();
    completePath = code.completePath();
    privateBytes = code.kernel().privateBytes();
    exports = plan.pixels().isPresent() && timings.exportCycles > 0;
    textures.begin(plan);
  }

  /** Issues a fetch; returns the cycles of the fetch port. A call to {@link #end} must follow. */
  int fetch(long tick, int w, int group, int op) {
    if (table.texture[op]) {
      textures.next(wavefronts, w, table.memorySlot[op]);
      token = memory.begin(w);
      path.sample(tick, token, textures);
      return timings.fetchCycles * filterPasses();
    }
    if (table.returned[op]) {
      token = memory.begin(w);
      access.setAffine(
          wavefronts.mask(w),
          timings.wavefront,
          table.bytes[op],
          timings.returnBuffer(places + w),
          table.bytes[op]);
      path.fetchReturned(tick, token, access);
      return timings.fetchCycles(table.bytes[op]);
    }
    if (table.spill[op] >= 0) {
      token = memory.begin(w);
      spilled(w, op);
      path.fetchUncached(tick, token, access, false);
      return timings.fetchCycles(table.bytes[op]);
    }
    accessed(w, op);
    place(w, group, op);
    token = memory.begin(w);
    boolean polled = hasPolls(w, op);
    if (polled && poll(w, op)) {
      polls.polls(w, token, op);
    }
    if (table.uncached[op]) {
      path.fetchUncached(tick, token, access, polled);
    } else {
      path.fetch(tick, token, access, polled);
    }
    return timings.fetchCycles(table.bytes[op]);
  }

  /**
   * Returns the number of passes of the texture filter: one for texels up to {@code
   * texture.texel_size}, more for wider texels; one for unfiltered reads.
   */
  private int filterPasses() {
    return textures.isFiltered() ? Math.max(1, textures.texelBytes() / timings.texelBytes) : 1;
  }

  /** Issues a write or atomic; returns store-port cycles. A call to {@link #end} must follow. */
  int store(long tick, int w, int group, int op) {
    if (table.spill[op] >= 0) {
      token = memory.begin(w); // a wait for acknowledgements precedes each fetch of spilled values
      unawaited = false;
      isPoll = false;
      spilled(w, op);
      return portCycles(path.store(tick, token, access));
    }
    if (table.texture[op]) {
      textures.next(wavefronts, w, table.memorySlot[op]);
      textures.store(access, timings.wavefront, table.bytes[op]);
    } else {
      accessed(w, op);
    }
    place(w, group, op);
    // If the kernel waits for acknowledgements, every write needs a token for its acknowledgement.
    token = memory.begin(w);
    boolean awaited = table.returns[op] || table.waits;
    boolean polled = !table.texture[op] && hasPolls(w, op);
    if (polled && polls.lanes(w) != 0) {
      access.restrict(polls.lanes(w));
    }
    isPoll = polled && poll(w, op);
    if (isPoll) {
      polls.polls(w, token, op);
    } else if (polled && !awaited) {
      polls.unawaited(token);
    }
    unawaited = polled && !awaited;
    int answer = awaited || polled ? token : MemoryUnit.NO_TOKEN;
    if (table.noOp[op]) {
      path.readDwords(tick, answer, access);
      return timings.fetchCycles * Math.max(1, table.bytes[op] / 4);
    }
    if (table.atomic[op]) {
      path.atomic(tick, answer, access);
      return timings.fetchCycles;
    }
    if (exports) { // a narrower write occupies the bus as long as a 16-byte vector
      path.export(tick, answer, access);
      return timings.exportCycles;
    }
    int cycles = 0;
    if (completePath) {
      path.completeStore(tick, answer, access);
    } else {
      cycles = path.store(tick, answer, access);
    }
    return portCycles(cycles);
  }

  /** Returns the port cycles of the quarter wavefronts; if 0, an estimate from the bytes. */
  private int portCycles(int cycles) {
    if (cycles > 0) {
      return cycles;
    }
    int bytes = timings.wavefront * Math.max(4, access.elementBytes());
    return Math.max(1, bytes / timings.storeBytes);
  }

  /** Reads the lanes' addresses. If accesses are merged, each lane accesses the bytes of all. */
  private void accessed(int w, int op) {
    wavefronts.access(w, table.memorySlot[op], access);
    if (table.merged[op]) {
      access.cover(table.bytes[op]);
    }
  }

  /** Computes the addresses of spilled values, which follow a wavefront's private memory. */
  private void spilled(int w, int op) {
    path.placeSpill(
        access, wavefronts.mask(w), places + w, privateBytes, table.spill[op], table.bytes[op]);
  }

  /** Whether an access may touch words that work-groups poll. */
  private boolean hasPolls(int w, int op) {
    return wavefronts.hasPolls(w, table.memorySlot[op])
        && !table.scratch[op]
        && !table.emulated[op];
  }

  /** Passes polling information to the memory unit and returns whether the access is a poll. */
  private boolean poll(int w, int op) {
    PolledAccess poll = memory.poll(token);
    wavefronts.polls(w, table.memorySlot[op], access, poll);
    return poll.isPoll();
  }

  /** Whether the last write is acknowledged but its wavefront does not wait for that. */
  boolean isUnawaited() {
    return unawaited;
  }

  /** Whether the last write or atomic is a poll, for whose response the wavefront waits. */
  boolean isPoll() {
    return isPoll;
  }

  /** Relocates accesses to scratch and emulated local memory behind the program's buffers. */
  private void place(int w, int group, int op) {
    if (table.scratch[op]) {
      path.placeScratch(access, places + w);
    } else if (table.emulated[op]) {
      path.placeLocal(access, places + group);
    }
  }

  int token() {
    return token;
  }

  /** Ends the operation; returns the tick of the response, or {@link MemoryUnit#PENDING}. */
  long end() {
    return memory.end(token);
  }
}
