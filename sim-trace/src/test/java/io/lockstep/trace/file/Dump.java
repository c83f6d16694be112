// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.file;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.type.Variable;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.LaunchEnd;
import io.lockstep.trace.record.Outcome;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramSink;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.Waits;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Everything that can be seen of a program, as lines of text: two programs are equal if these are.
 */
public final class Dump implements ProgramSink {
  private final List<String> lines = new ArrayList<>();

  public Dump(Program program) {
    lines.add(program.name() + program.buffers() + program.parameters());
    lines.add(program.warmups() + " " + program.timing() + " " + program.streams());
    program.kernels().forEach(k -> lines.addAll(of(k)));
  }

  public List<String> lines() {
    return lines;
  }

  @Override
  public void step(HostStep step) {
    lines.add(step.toString());
  }

  @Override
  public void group(WorkGroupRecord group) {
    lines.add("group " + group.group() + " bytes " + group.bytes());
    group.segments().forEach(s -> lines.add(of(s)));
  }

  @Override
  public void launchEnd(LaunchEnd end) {
    lines.add(end.toString());
  }

  @Override
  public void finish(Outcome outcome) {
    lines.add(outcome.toString());
  }

  static List<String> of(Kernel k) {
    List<String> lines = new ArrayList<>();
    lines.add(
        k.name() + "|" + k.frontend() + "|" + k.compiler() + "|" + k.source() + k.parameters());
    lines.add(k.registers() + "" + k.registerNames() + k.bounds());
    lines.add(
        Arrays.toString(
                new int[] {
                  k.parameterBytes(),
                  k.localBytes(),
                  k.privateBytes(),
                  k.memorySlots(),
                  k.loops(),
                  k.addressBits(),
                  k.fixedWidth()
                })
            + (k.demoted() ? " demoted" : ""));
    for (Variable v : k.variables()) {
      lines.add(
          v.name()
              + v.space()
              + v.offset()
              + " "
              + v.bytes()
              + " "
              + v.alignment()
              + Arrays.toString(v.initial()));
    }
    for (Block b : k.blocks()) {
      lines.add(
          b.id() + " " + b.successors() + b.postDominator() + " " + b.loop() + " " + b.loopDepth());
      b.instructions().forEach(i -> lines.add(of(i)));
    }
    return lines;
  }

  static String of(Instruction i) {
    return String.join(
        " ",
        List.of(
            i.op() + "",
            i.opClass() + "",
            i.type() + "",
            i.sourceType() + "",
            i.signed() + "",
            i.sourceSigned() + "",
            i.destinations() + "",
            i.sources() + "",
            i.guard() + "",
            i.guardNegated() + "",
            i.rounding() + "",
            i.fusion() + "",
            i.roundToIntegral() + "",
            i.saturate() + "",
            i.flush() + "",
            i.approximate() + "",
            i.wrap() + "",
            i.variant() + "",
            i.memory() + "",
            i.line() + "",
            i.vectorGroup() + "",
            i.text()));
  }

  static String of(Segment s) {
    StringBuilder out = new StringBuilder("segment " + s.workItems() + " " + s.isUniform() + " [");
    for (int i = 0; i < s.workItems(); i++) {
      out.append(s.pathOf(i)).append(' ');
    }
    for (int p = 0; p < s.paths(); p++) {
      out.append("| path ").append(s.firstBlock(p)).append(' ').append(s.blockCount(p));
      out.append(' ').append(s.firstOutcome(p)).append(' ').append(s.endOutcome(p));
    }
    out.append(Arrays.toString(s.outcomes()));
    for (int slot = 0; slot < s.slots(); slot++) {
      out.append(" slot ").append(s.firstRun(slot));
    }
    for (int r = 0; r < s.runs(); r++) {
      out.append("| run ").append(s.kind(r)).append(' ').append(s.runFirst(r));
      out.append(' ').append(s.runCount(r)).append(' ').append(s.base(r, s.runFirst(r)));
      out.append(' ').append(s.step(r)).append(' ').append(s.stride(r, 0));
      out.append(' ').append(s.stride(r, 1)).append(' ').append(s.stride(r, 2));
      out.append(' ').append(s.poolStart(r)).append(' ').append(s.low(r));
    }
    out.append(Arrays.toString(s.pool())).append(Arrays.toString(s.widePool()));
    Waits waits = s.waits();
    for (int i = 0; i < waits.size(); i++) {
      out.append("| wait ").append(waits.slot(i)).append(' ').append(waits.occurrence(i));
      out.append(' ').append(waits.firstItem(i)).append(' ').append(waits.endItem(i));
      out.append(' ').append(waits.word(i, waits.firstItem(i))).append(' ');
      out.append(waits.needed(i)).append(' ').append(waits.isConsecutive(i));
      out.append(' ').append(waits.isChange(i));
    }
    return out.toString();
  }
}
