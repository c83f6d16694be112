// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lowering;

import io.lockstep.gcn.isa.Feature;
import io.lockstep.gcn.isa.InstructionSet;
import io.lockstep.gcn.occupancy.GcnOccupancy;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.lower.Transformation;
import io.lockstep.spi.RefusalException;
import io.lockstep.spi.spec.Figures;
import java.util.Set;

/** The properties of a chip that code generation needs. Immutable and thread-safe. */
public final class Chip {
  /** Parameter: single-precision operations per lane and packed instruction. */
  public static final String PACKED_SINGLES = "code.packed_f32";

  /** Parameter: half-precision operations per lane and packed instruction. */
  public static final String PACKED_HALVES = "code.packed_f16";

  /** Parameter: maximum dwords of a merged load or store. */
  public static final String MERGED_LOADS = "code.merged_loads";

  public final InstructionSet isa;

  /** Maximum vector registers of a work-item. */
  final int mostVectors;

  /** Maximum scalar registers of a wavefront. */
  final int mostScalars;

  /** Vector registers that hold no value of the kernel. */
  final int reservedVectors;

  /** Scalar registers that hold no value of the kernel. */
  final int reservedScalars;

  /** Largest count of outstanding operations by wait counter. */
  final int[] mostWaits;

  final boolean packsSingles;

  final boolean packsHalves;

  private final Set<GcnOption> options;

  /** Dwords of the widest merged load or store; 1: accesses are not merged. */
  final int mostMergedDwords;

  public final MatrixUnit matrix;

  private final GcnOccupancy occupancy;
  private final int comfortable;
  private final int largestGroup;

  public Chip(InstructionSet isa, Figures f, MatrixUnit matrix) {
    this.matrix = matrix;
    this.isa = isa;
    mostVectors = f.integer("registers.per_item");
    mostScalars = f.integer("registers.scalar_per_wave");
    reservedVectors = f.integer("registers.vector_reserved");
    reservedScalars = f.integer("registers.scalar_reserved");
    mostWaits = isa.waits().stream().mapToInt(w -> w.most(f)).toArray();
    packsSingles = f.optional(PACKED_SINGLES).orElse(1) > 1;
    packsHalves = f.optional(PACKED_HALVES).orElse(1) > 1;
    options = Transformation.of(GcnOption.class, isa.name(), f);
    mostMergedDwords = Math.toIntExact(f.optional(MERGED_LOADS).orElse(1));
    occupancy = new GcnOccupancy(f);
    largestGroup = f.integer("unit.group_size");
    comfortable = occupancy.mostVectors(occupancy.limits().maximum() * occupancy.limits().width());
  }

  boolean has(Feature feature) {
    return isa.has(feature);
  }

  /** Says that the instruction set lacks what an instruction needs. */
  RefusalException refusal(Kernel kernel, Instruction i, String what) {
    return new RefusalException(
        "%s has no %s (%s, line %s)".formatted(isa.name(), what, kernel.name(), i.line()));
  }

  Set<GcnOption> options() {
    return options;
  }

  boolean applies(GcnOption option) {
    return options.contains(option);
  }

  /** Registers for values of a wavefront at full occupancy, the scheduler's limit. */
  int comfortableRegisters() {
    return comfortable - reservedVectors;
  }

  /**
   * Work-items of the largest group that the kernel's code must support: its required size or
   * launch bounds, otherwise the device's maximum, as LLVM assumes for HIP kernels without launch
   * bounds.
   */
  int group(Kernel kernel) {
    int largest = kernel.bounds().largestGroup();
    return largest == 0 ? largestGroup : Math.min(largest, largestGroup);
  }

  /** Vector registers of a work-item with which a group of this size fits a compute unit. */
  int vectorsOf(int group) {
    return Math.min(mostVectors, occupancy.mostVectors(group));
  }

  /** Registers that remain besides {@link #vectorsOf}. */
  int spillRegistersOf(int group) {
    int share = occupancy.mostVectors(group);
    return matrix.registers().map(r -> r.most(share, vectorsOf(group))).orElse(0);
  }

  /** Registers that limit occupancy. */
  int together(int vectors, int others) {
    return matrix.registers().map(r -> r.together(vectors, others)).orElse(vectors);
  }
}
