// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise;

import io.lockstep.inspect.card.AccessCard;
import io.lockstep.inspect.card.KernelCard;
import io.lockstep.inspect.card.ProgramCard;
import io.lockstep.observe.line.LinePlaces;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Converts the card of a program from lines of compiled texts to lines of the original sources. */
final class SourceCard {
  private SourceCard() {}

  static ProgramCard of(ProgramCard card, LinePlaces places) {
    return new ProgramCard(
        card.program(),
        card.kernels().stream().map(kernel -> of(kernel, places)).toList(),
        card.outcome());
  }

  static int line(KernelCard kernel, int line, LinePlaces places) {
    return line < 1 ? 0 : places.place(kernel.text().kernel().source(), line).line();
  }

  private static KernelCard of(KernelCard k, LinePlaces places) {
    List<AccessCard> accesses =
        k.accesses().stream().map(a -> of(a, line(k, a.line(), places))).toList();
    List<KernelCard.Branch> branches =
        k.branches().stream()
            .map(
                b ->
                    new KernelCard.Branch(
                        b.block(),
                        line(k, b.line(), places),
                        b.workItems(),
                        b.narrow(),
                        b.narrowParted(),
                        b.wide(),
                        b.wideParted()))
            .toList();
    return new KernelCard(
        k.text(),
        k.launches(),
        k.executed(),
        k.traffic(),
        new KernelCard.Places(branches, accesses, lines(k, places), k.blocks()));
  }

  /** Sums the work by source line; several compiled lines may stem from one source line. */
  private static List<KernelCard.Line> lines(KernelCard k, LinePlaces places) {
    Map<Integer, KernelCard.Line> lines = new TreeMap<>();
    for (KernelCard.Line l : k.lines()) {
      int line = line(k, l.line(), places);
      lines.merge(
          line,
          new KernelCard.Line(line, l.instructions(), l.narrow(), l.wide(), l.source()),
          (a, b) ->
              new KernelCard.Line(
                  line,
                  a.instructions() + b.instructions(),
                  a.narrow() + b.narrow(),
                  a.wide() + b.wide(),
                  a.source()));
    }
    return lines.values().stream()
        .sorted(Comparator.comparingLong(l -> -l.instructions()))
        .toList();
  }

  private static AccessCard of(AccessCard a, int line) {
    return new AccessCard(
        new AccessCard.Site(a.block(), a.index(), line, a.op(), a.space(), a.bytes()),
        a.executions(),
        a.shape(),
        a.device(),
        a.local(),
        a.atomic());
  }
}
