// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi;

import io.lockstep.kernel.analysis.MatrixNumerics;
import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.matrix.MatrixShape;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.spi.spec.Figures;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A device's capabilities. Immutable and thread-safe; made by {@link #builder} or {@link #of}. */
public final class Capabilities {
  /**
   * An atomic operation on a type.
   *
   * @param op the operation
   * @param type type of the value in memory
   */
  public record AtomicType(AtomicOp op, Type type) {
    /**
     * {@return every operation on every type, in a new set that may be changed}
     *
     * @param ops operations
     * @param types types of the value in memory
     */
    public static Set<AtomicType> all(Collection<AtomicOp> ops, Type... types) {
      Set<AtomicType> all = new HashSet<>();
      ops.forEach(op -> List.of(types).forEach(type -> all.add(new AtomicType(op, type))));
      return all;
    }

    // Written out because generated record methods are slow to start, and every run uses these
    // keys.
    @Override
    public boolean equals(Object other) {
      return other instanceof AtomicType o && op == o.op && type == o.type;
    }

    @Override
    public int hashCode() {
      return 31 * op.hashCode() + type.hashCode();
    }
  }

  private final Builder b;

  private Capabilities(Builder b) {
    this.b = b.copy();
  }

  /** {@return a builder without optional capabilities} */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * {@return a builder with the capabilities that figures of the common parts declare}
   *
   * @param f figures named {@code unit}, {@code dispatch}, {@code lds} and {@code dram}
   */
  public static Builder of(Figures f) {
    return builder()
        .wavefront(f.integer("unit.wavefront"))
        .wavefronts(
            (int) f.optional("unit.narrowest_wavefront").orElse(f.value("unit.wavefront")),
            (int) f.optional("unit.widest_wavefront").orElse(f.value("unit.wavefront")))
        .groupSize(f.integer("unit.group_size"))
        .grid(
            f.integer("dispatch.grid_x"),
            f.integer("dispatch.grid_y"),
            f.integer("dispatch.grid_z"))
        .localBytes(f.integer("lds.size"))
        .memoryBytes(f.value("dram.capacity"));
  }

  /**
   * {@return the number of work-items of a wavefront; of a device with several widths, that of
   * kernels that require none}
   */
  public int wavefront() {
    return b.wavefront;
  }

  /** {@return all widths of wavefronts that kernels can have, ascending; usually one} */
  public List<Integer> wavefronts() {
    List<Integer> all = new ArrayList<>();
    for (int width = b.narrowest; width < b.widest; width *= 2) {
      all.add(width);
    }
    all.add(b.widest);
    return all;
  }

  /**
   * {@return the width of a kernel's wavefronts: the one that its sub-groups or lane operations
   * fix, if it is one of {@link #wavefronts()}, otherwise {@link #wavefront()}}
   *
   * @param kernel the kernel
   */
  public int wavefront(Kernel kernel) {
    return wavefronts().contains(kernel.fixedWidth()) ? kernel.fixedWidth() : b.wavefront;
  }

  /** {@return the maximum number of work-items of a group} */
  public int maximumGroupSize() {
    return b.groupSize;
  }

  /** {@return the maximum number of work-items of a group along x, y and z} */
  public int[] maximumGroup() {
    return b.group;
  }

  /** {@return the maximum number of groups of a launch along x, y and z} */
  public int[] maximumGrid() {
    return b.grid;
  }

  /** {@return maximum bytes of local memory of a group; 0 if the hardware has none for compute} */
  public int localBytesPerGroup() {
    return b.localBytes;
  }

  /** {@return whether F64 arithmetic exists} */
  public boolean doublePrecision() {
    return b.doublePrecision;
  }

  /** {@return whether F32 FMA exists; if not, required FMAs are refused or emulated} */
  public boolean fusedMultiplyAdd() {
    return b.fusedMultiplyAdd;
  }

  /**
   * {@return operations and types of atomics by memory space; spaces without atomics are absent}
   */
  public Map<Space, Set<AtomicType>> atomics() {
    return b.atomics;
  }

  /** {@return device memory in bytes} */
  public long memoryBytes() {
    return b.memoryBytes;
  }

  /** {@return width of an address in bits} */
  public int addressBits() {
    return b.addressBits;
  }

  /** {@return whether kernels may sample textures} */
  public boolean textures() {
    return b.textures;
  }

  /** {@return whether F16 arithmetic exists} */
  public boolean halfPrecision() {
    return b.halfPrecision;
  }

  /** {@return whether a device without F16 arithmetic computes it in F32 and rounds} */
  public boolean halfThroughFloat() {
    return b.halfThroughFloat;
  }

  /**
   * {@return whether work-groups are dispatched; false if every launch runs over pixels: a kernel
   * then has neither local memory nor barriers, and {@link PixelDomain#of} gives its wavefronts}
   */
  public boolean computeKernels() {
    return b.computeKernels;
  }

  /** {@return whether the last work-group along a dimension may be smaller, as in OpenCL 2.0} */
  public boolean partialGroups() {
    return b.partialGroups;
  }

  /** {@return the matrix instructions that exist, in their order} */
  public Set<MatrixShape> matrices() {
    return b.matrices;
  }

  /** {@return the matrix instructions that accept the modifier {@code blgp}, in order} */
  public Set<MatrixShape> matrixPatterns() {
    return b.matrixPatterns;
  }

  /** {@return how matrix units add products of floats, where that depends on the chip} */
  public MatrixNumerics matrixNumerics() {
    return b.matrixNumerics;
  }

  /** {@return bytes of region memory; 0 if there is none that kernels can use} */
  public int regionBytes() {
    return b.regionBytes;
  }

  /** {@return whether all work-groups of a launch can meet at a barrier} */
  public boolean launchBarriers() {
    return b.launchBarriers;
  }

  /** {@return whether barriers for a part of a group, split and reducing ones exist} */
  public boolean partialBarriers() {
    return b.partialBarriers;
  }

  /** {@return whether asynchronous copies from device memory to local memory exist} */
  public boolean asynchronousCopies() {
    return b.asynchronousCopies;
  }

  /**
   * {@return the version of the virtual instruction set that a compiler makes texts for, without
   * its dot, for example 80; 0 if the device has none of its own}
   */
  public int instructionSet() {
    return b.instructionSet;
  }

  /** Collects capabilities. Not thread-safe. */
  public static final class Builder {
    private int wavefront = 1;
    private int narrowest = 1;
    private int widest = 1;
    private int groupSize = 1;
    private int[] group;
    private int[] grid = {Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE};
    private int localBytes;
    private boolean doublePrecision;
    private boolean fusedMultiplyAdd;
    private Map<Space, Set<AtomicType>> atomics = Map.of();
    private long memoryBytes;
    private int addressBits = 32;
    private boolean textures;
    private boolean halfPrecision;
    private boolean halfThroughFloat;
    private boolean computeKernels = true;
    private Set<MatrixShape> matrices = Set.of();
    private Set<MatrixShape> matrixPatterns = Set.of();
    private MatrixNumerics matrixNumerics = MatrixNumerics.EXACT;
    private int regionBytes;
    private boolean launchBarriers;
    private boolean partialBarriers;
    private boolean partialGroups;
    private boolean asynchronousCopies;
    private int instructionSet;

    private Builder() {}

    private static boolean isDoubled(int from, int to) {
      return from == to
          || from > 0 && to > from && to % from == 0 && (to / from & to / from - 1) == 0;
    }

    private Builder copy() {
      Builder c = new Builder();
      c.wavefront = wavefront;
      c.narrowest = narrowest;
      c.widest = widest;
      c.groupSize = groupSize;
      c.group = group == null ? new int[] {groupSize, groupSize, groupSize} : group.clone();
      c.grid = grid.clone();
      c.localBytes = localBytes;
      c.doublePrecision = doublePrecision;
      c.fusedMultiplyAdd = fusedMultiplyAdd;
      c.atomics = atomics;
      c.memoryBytes = memoryBytes;
      c.addressBits = addressBits;
      c.textures = textures;
      c.halfPrecision = halfPrecision;
      c.halfThroughFloat = halfThroughFloat;
      c.computeKernels = computeKernels;
      c.matrices = matrices;
      c.matrixPatterns = matrixPatterns;
      c.matrixNumerics = matrixNumerics;
      c.regionBytes = regionBytes;
      c.launchBarriers = launchBarriers;
      c.partialBarriers = partialBarriers;
      c.partialGroups = partialGroups;
      c.asynchronousCopies = asynchronousCopies;
      c.instructionSet = instructionSet;
      return c;
    }

    /**
     * {@return this builder}
     *
     * @param workItems number of work-items of every wavefront
     */
    public Builder wavefront(int workItems) {
      wavefront = workItems;
      return wavefronts(workItems, workItems);
    }

    /**
     * Declares that kernels can have wavefronts of other widths than {@link #wavefront(int)}, to be
     * called after it: each width doubles the one before.
     *
     * @param least work-items of the narrowest wavefront, at most those of the usual one
     * @param most work-items of the widest wavefront, at least those of the usual one
     * @return this builder
     */
    public Builder wavefronts(int least, int most) {
      narrowest = least;
      widest = most;
      return this;
    }

    /**
     * {@return this builder}
     *
     * @param version version of the virtual instruction set, without its dot
     */
    public Builder instructionSet(int version) {
      instructionSet = version;
      return this;
    }

    /**
     * {@return this builder}
     *
     * @param workItems maximum number of work-items of a group, also along each axis
     */
    public Builder groupSize(int workItems) {
      groupSize = workItems;
      return this;
    }

    /**
     * {@return this builder}
     *
     * @param x maximum number of work-items of a group along x
     * @param y maximum along y
     * @param z maximum along z
     */
    public Builder group(int x, int y, int z) {
      group = new int[] {x, y, z};
      return this;
    }

    /**
     * {@return this builder}
     *
     * @param x maximum number of groups of a launch along x
     * @param y maximum along y
     * @param z maximum along z
     */
    public Builder grid(int x, int y, int z) {
      grid = new int[] {x, y, z};
      return this;
    }

    /**
     * {@return this builder}
     *
     * @param bytes local memory that a group may use
     */
    public Builder localBytes(int bytes) {
      localBytes = bytes;
      return this;
    }

    /**
     * {@return this builder}
     *
     * @param has whether F64 arithmetic exists
     */
    public Builder doublePrecision(boolean has) {
      doublePrecision = has;
      return this;
    }

    /**
     * {@return this builder}
     *
     * @param has whether single-precision FMA exists
     */
    public Builder fusedMultiplyAdd(boolean has) {
      fusedMultiplyAdd = has;
      return this;
    }

    /**
     * {@return this builder}
     *
     * @param types operations and types of atomics by memory space; spaces without atomics are
     *     absent
     */
    public Builder atomics(Map<Space, Set<AtomicType>> types) {
      atomics = types;
      return this;
    }

    /**
     * {@return this builder}
     *
     * @param bytes device memory
     */
    public Builder memoryBytes(long bytes) {
      memoryBytes = bytes;
      return this;
    }

    /**
     * {@return this builder}
     *
     * @param bits width of an address
     */
    public Builder addressBits(int bits) {
      addressBits = bits;
      return this;
    }

    /**
     * {@return this builder}
     *
     * @param has whether kernels may sample textures
     */
    public Builder textures(boolean has) {
      textures = has;
      return this;
    }

    /**
     * {@return this builder}
     *
     * @param has whether F16 operations are lowered to conversions and single precision
     */
    public Builder halfThroughFloat(boolean has) {
      halfThroughFloat = has;
      return this;
    }

    /**
     * {@return this builder}
     *
     * @param has whether F16 arithmetic exists
     */
    public Builder halfPrecision(boolean has) {
      halfPrecision = has;
      return this;
    }

    /**
     * {@return this builder}
     *
     * @param run whether work-groups are dispatched; false if every launch runs over pixels
     */
    public Builder computeKernels(boolean run) {
      computeKernels = run;
      return this;
    }

    /**
     * {@return this builder}
     *
     * @param exist whether the last work-group along a dimension may have fewer work-items
     */
    public Builder partialGroups(boolean exist) {
      partialGroups = exist;
      return this;
    }

    /**
     * {@return this builder}
     *
     * @param shapes shapes of the matrix instructions that exist
     */
    public Builder matrices(Set<? extends MatrixShape> shapes) {
      matrices = Collections.unmodifiableSet(new LinkedHashSet<>(shapes));
      return this;
    }

    /**
     * {@return this builder}
     *
     * @param shapes shapes of the matrix instructions that accept the modifier {@code blgp}
     */
    public Builder matrixPatterns(Set<? extends MatrixShape> shapes) {
      matrixPatterns = Collections.unmodifiableSet(new LinkedHashSet<>(shapes));
      return this;
    }

    /**
     * {@return this builder}
     *
     * @param rules how matrix units add products of floats
     */
    public Builder matrixNumerics(MatrixNumerics rules) {
      matrixNumerics = rules;
      return this;
    }

    /**
     * {@return this builder}
     *
     * @param bytes bytes of region memory that kernels can use
     */
    public Builder regionBytes(int bytes) {
      regionBytes = bytes;
      return this;
    }

    /**
     * {@return this builder}
     *
     * @param has whether all work-groups of a launch can meet at a barrier
     */
    public Builder launchBarriers(boolean has) {
      launchBarriers = has;
      return this;
    }

    /**
     * {@return this builder}
     *
     * @param has whether barriers for a part of a group, those that are only arrived at and those
     *     that reduce a predicate exist
     */
    public Builder partialBarriers(boolean has) {
      partialBarriers = has;
      return this;
    }

    /**
     * {@return this builder}
     *
     * @param exist whether work-items copy device memory to local memory asynchronously
     */
    public Builder asynchronousCopies(boolean exist) {
      asynchronousCopies = exist;
      return this;
    }

    /**
     * {@return the capabilities}
     *
     * @throws IllegalArgumentException if the usual width of wavefronts is not reached by doubling
     *     the narrowest, or doubling it does not reach the widest
     */
    public Capabilities build() {
      if (!isDoubled(narrowest, wavefront) || !isDoubled(wavefront, widest)) {
        throw new IllegalArgumentException(
            "wavefronts of %s to %s work-items, usually %s; expected each width to double the last"
                .formatted(narrowest, widest, wavefront));
      }
      return new Capabilities(this);
    }
  }
}
