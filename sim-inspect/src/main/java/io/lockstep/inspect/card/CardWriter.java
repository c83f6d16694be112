// SPDX-License-Identifier: Apache-2.0
package io.lockstep.inspect.card;

import io.lockstep.kernel.analysis.ArithmeticWork;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.OpClass;
import io.lockstep.kernel.type.Space;
import io.lockstep.observe.line.SourceLines;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

final class CardWriter {
  private final Kernel kernel;
  private final WidthMeter narrow;
  private final WidthMeter wide;
  private final AccessMeter[][] accesses;
  private final SourceLines sources;

  CardWriter(
      Kernel kernel,
      WidthMeter narrow,
      WidthMeter wide,
      AccessMeter[][] accesses,
      SourceLines sources) {
    this.kernel = kernel;
    this.narrow = narrow;
    this.wide = wide;
    this.accesses = accesses;
    this.sources = sources;
  }

  KernelCard card(KernelCard.Launches launches, long touchedBytes, boolean exact) {
    long[] mix = new long[OpClass.values().length];
    long instructions = 0;
    long floating = 0;
    long integer = 0;
    long barriers = 0;
    List<KernelCard.BlockCount> blocks = new ArrayList<>();
    List<KernelCard.Branch> branches = new ArrayList<>();
    for (Block block : kernel.blocks()) {
      int b = block.id();
      long items = wide.lanes(b);
      blocks.add(new KernelCard.BlockCount(b, items, narrow.visits(b), wide.visits(b)));
      for (Instruction i : block.instructions()) {
        mix[i.opClass().ordinal()] += items;
        instructions += items;
        floating += items * ArithmeticWork.floating(i);
        integer += items * ArithmeticWork.integer(i);
        barriers += i.op() == Op.BARRIER ? items : 0;
      }
      if (block.successors().size() > 1) {
        branches.add(
            new KernelCard.Branch(
                b,
                block.last().line(),
                items,
                narrow.visits(b),
                narrow.partings(b),
                wide.visits(b),
                wide.partings(b)));
      }
    }
    return new KernelCard(
        StaticCard.of(kernel),
        launches,
        new KernelCard.Executed(
            instructions,
            StaticCard.byClass(mix),
            width(narrow),
            width(wide),
            new KernelCard.Work(floating, integer),
            barriers),
        new KernelCard.Traffic(bySpace(), touchedBytes, exact),
        new KernelCard.Places(List.copyOf(branches), accesses(), lines(), List.copyOf(blocks)));
  }

  private KernelCard.Width width(WidthMeter meter) {
    long instructions = 0;
    long active = 0;
    for (Block block : kernel.blocks()) {
      int size = block.instructions().size();
      instructions += size * meter.visits(block.id());
      active += size * meter.lanes(block.id());
    }
    return new KernelCard.Width(meter.width(), meter.wavefronts(), instructions, active);
  }

  private Map<Space, Long> bySpace() {
    EnumMap<Space, Long> bytes = new EnumMap<>(Space.class);
    for (AccessMeter[] ofBlock : accesses) {
      for (AccessMeter m : ofBlock) {
        Space device =
            m.isTexture()
                ? Space.TEXTURE
                : m.space() == Space.CONSTANT ? Space.CONSTANT : Space.GLOBAL;
        bytes.merge(device, m.deviceBytes, Long::sum);
        bytes.merge(Space.LOCAL, m.localLanes * m.bytes, Long::sum);
        Space own = m.space() == Space.REGION ? Space.REGION : Space.PRIVATE;
        bytes.merge(own, m.privateLanes * m.bytes, Long::sum);
      }
    }
    bytes.values().removeIf(b -> b == 0);
    return Collections.unmodifiableMap(bytes);
  }

  private List<AccessCard> accesses() {
    List<AccessCard> cards = new ArrayList<>();
    for (AccessMeter[] ofBlock : accesses) {
      for (AccessMeter m : ofBlock) {
        cards.add(access(m));
      }
    }
    return List.copyOf(cards);
  }

  private AccessCard access(AccessMeter m) {
    EnumMap<Pattern, Long> patterns = new EnumMap<>(Pattern.class);
    for (Pattern p : Pattern.values()) {
      if (m.patterns[p.ordinal()] > 0) {
        patterns.put(p, m.patterns[p.ordinal()]);
      }
    }
    Pattern main = patterns.isEmpty() ? null : m.main();
    long[] strides = main == null ? new long[3] : m.strides(main);
    return new AccessCard(
        new AccessCard.Site(
            m.block,
            kernel.blocks().get(m.block).instructions().indexOf(m.instruction),
            m.instruction.line(),
            m.instruction.op(),
            m.isTexture() ? Space.TEXTURE : m.space(),
            m.instruction.op() == Op.TEXTURE ? 0 : m.bytes),
        new AccessCard.Executions(m.requests, m.lanes),
        new AccessCard.Shape(
            Collections.unmodifiableMap(patterns), main, strides[0], strides[1], strides[2]),
        new AccessCard.Device(
            m.deviceRequests, m.deviceLanes, m.deviceBytes, m.distinctBytes, m.lines),
        new AccessCard.Local(m.localLanes, m.passes[0], m.fewest[0], m.passes[1], m.fewest[1]),
        m.isAtomic() ? new AccessCard.Contention(m.addresses, m.chains) : null);
  }

  private List<KernelCard.Line> lines() {
    TreeMap<Integer, long[]> sums = new TreeMap<>();
    for (Block block : kernel.blocks()) {
      int b = block.id();
      for (Instruction i : block.instructions()) {
        long[] sum = sums.computeIfAbsent(i.line(), l -> new long[3]);
        sum[0] += wide.lanes(b);
        sum[1] += narrow.visits(b);
        sum[2] += wide.visits(b);
      }
    }
    List<KernelCard.Line> lines = new ArrayList<>();
    sums.forEach(
        (line, sum) ->
            lines.add(
                new KernelCard.Line(
                    line, sum[0], sum[1], sum[2], sources.line(kernel.source(), line))));
    lines.removeIf(l -> l.instructions() == 0);
    // Stable: equal counts in order of lines.
    lines.sort(Comparator.comparingLong(l -> -l.instructions()));
    return List.copyOf(lines);
  }
}
