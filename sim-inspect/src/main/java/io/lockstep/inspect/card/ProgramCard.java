// SPDX-License-Identifier: Apache-2.0
package io.lockstep.inspect.card;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.observe.line.SourceLines;
import io.lockstep.trace.record.BufferInfo;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.LaunchEnd;
import io.lockstep.trace.record.Outcome;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramSink;
import io.lockstep.trace.record.ProgramSource;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.ArrayList;
import java.util.List;

/**
 * The card of a workload or trace: counts of its kernels from a single pass over the host program,
 * independent of devices.
 *
 * <p>Each work-group is evaluated with wavefronts of 32 and of 64 lanes; access patterns are
 * evaluated with 64 lanes. Memory use is bounded by the kernels' size, one work-group's record and,
 * for each kernel, 16 MiB for touched lines.
 *
 * @param kernels launched kernels, in the order of the program
 */
public record ProgramCard(Program program, List<KernelCard> kernels, Outcome outcome) {
  /** Alignment of buffers, as on the devices. */
  private static final long ALIGNMENT = 256;

  /**
   * Reads a program to its end and measures it.
   *
   * @param source source at its beginning; it is not closed
   */
  public static ProgramCard measure(ProgramSource source, SourceLines sources) {
    Program program = source.program();
    int numbers = program.buffers().stream().mapToInt(BufferInfo::number).max().orElse(-1) + 1;
    long[] address = new long[numbers];
    long next = ALIGNMENT;
    for (BufferInfo buffer : program.buffers()) {
      address[buffer.number()] = next;
      next += (buffer.bytes() + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }
    List<Kernel> kernels = program.kernels();
    KernelMeter[] meters = new KernelMeter[kernels.size()];
    long memory = next;
    ProgramSink.drain(
        source,
        new ProgramSink() {
          private KernelMeter meter;

          @Override
          public void step(HostStep step) {
            HostStep.Launch launch = step.asLaunch();
            if (launch != null) {
              int k = launch.kernel();
              if (meters[k] == null) {
                meters[k] = new KernelMeter(kernels.get(k), memory);
              }
              meter = meters[k];
              meter.begin(launch, address);
            }
          }

          @Override
          public void group(WorkGroupRecord group) {
            meter.group(group);
          }

          @Override
          public void launchEnd(LaunchEnd end) {
            meter.end(end);
          }
        });
    List<KernelCard> cards = new ArrayList<>();
    for (KernelMeter meter : meters) {
      if (meter != null) {
        cards.add(meter.card(sources));
      }
    }
    return new ProgramCard(program, List.copyOf(cards), source.outcome());
  }

  /** Returns a copy with only the kernel of a name, or without kernels if it was not launched. */
  public ProgramCard only(String kernel) {
    return new ProgramCard(
        program,
        kernels.stream().filter(k -> k.text().kernel().name().equals(kernel)).toList(),
        outcome);
  }
}
