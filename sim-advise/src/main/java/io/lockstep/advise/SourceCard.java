package io.lockstep.advise;

import io.lockstep.inspect.card.AccessCard;
import io.lockstep.inspect.card.KernelCard;
import io.lockstep.inspect.card.ProgramCard;
import io.lockstep.observe.line.LinePlaces;
import java.util.List;

/**
 * A program's card with lines of the sources that people write, not of the texts that were compiled
 * from them. Stateless.
 */
final class SourceCard {
  private SourceCard() {}

  static ProgramCard of(ProgramCard card, LinePlaces places) {
    return new ProgramCard(
        card.program(),
        card.kernels().stream().map(kernel -> of(kernel, places)).toList(),
        card.outcome());
  }

  /** The line of a source, 0 if it is unknown. */
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
    List<KernelCard.Line> lines =
        k.lines().stream()
            .map(
                l ->
                    new KernelCard.Line(
                        line(k, l.line(), places),
                        l.instructions(),
                        l.narrow(),
                        l.wide(),
                        l.source()))
            .toList();
    return new KernelCard(
        k.text(),
        k.launches(),
        k.instructions(),
        k.operations(),
        k.narrow(),
        k.wide(),
        k.work(),
        k.traffic(),
        branches,
        accesses,
        lines,
        k.barriers(),
        k.blocks());
  }

  private static AccessCard of(AccessCard a, int line) {
    return new AccessCard(
        a.block(),
        a.index(),
        line,
        a.op(),
        a.space(),
        a.bytes(),
        a.requests(),
        a.workItems(),
        a.patterns(),
        a.pattern(),
        a.strideX(),
        a.strideY(),
        a.strideZ(),
        a.device(),
        a.local(),
        a.atomic());
  }
}
