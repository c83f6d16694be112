// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.stats;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A family's cycle accounting: its kinds of issue ports and the reasons for their cycles. Each
 * reason becomes a statistic {@code issue.…}. Immutable and thread-safe.
 */
public final class IssueScheme {
  private static final int MOST = 127; // reason numbers are stored as bytes

  private final List<IssueCause> causes;
  private final IssueCause idle;
  private final List<IssuePort> ports;
  private final List<Statistic> declared;
  private final List<Statistic> use;
  private final String[] names;

  /**
   * Creates the accounting scheme of a family.
   *
   * @param causes by number, usually {@code Cause.values()}
   * @param idle the initial reason of a port: no wavefront
   * @param ports kinds of ports
   * @throws IllegalArgumentException if causes are not in the order of their numbers, or a cause of
   *     the common reason "issued" does not belong to exactly one kind of port
   */
  public IssueScheme(IssueCause[] causes, IssueCause idle, List<IssuePort> ports) {
    this.causes = List.copyOf(Arrays.asList(causes));
    this.idle = idle;
    this.ports = List.copyOf(ports);
    if (causes.length > MOST || idle.ordinal() >= causes.length) {
      throw new IllegalArgumentException(
          causes.length + " causes, at most " + MOST + "; idle is number " + idle.ordinal());
    }
    for (int i = 0; i < causes.length; i++) {
      if (causes[i].ordinal() != i) {
        throw new IllegalArgumentException(
            "cause " + causes[i].name() + " has number " + causes[i].ordinal() + ", not " + i);
      }
    }
    declared = this.causes.stream().map(IssueScheme::statistic).toList();
    names = declared.stream().map(Statistic::name).toArray(String[]::new);
    for (IssueCause c : causes) {
      long kinds = ports.stream().filter(p -> issues(p, c)).count();
      if (kinds != (c.common() == CommonCause.ISSUED ? 1 : 0)) {
        throw new IllegalArgumentException(
            "cause " + c.name() + " is of " + kinds + " kinds of port; one that issues is of one");
      }
    }
    use = this.ports.stream().flatMap(this::use).toList();
  }

  private boolean issues(IssuePort port, IssueCause cause) {
    return ports.size() == 1 && port.causes().isEmpty()
        ? cause.common() == CommonCause.ISSUED
        : port.causes().contains(cause);
  }

  private Stream<Statistic> use(IssuePort port) {
    List<String> issued = issued(port);
    String part = "issue ports";
    Statistic cycles =
        new Statistic(
            port.cycles(),
            Statistic.Kind.LEVEL,
            "cycles",
            "Cycles of all ports '" + port.name() + "' while kernels ran.",
            part,
            "");
    if (issued.isEmpty()) {
      return Stream.of(cycles);
    }
    return Stream.of(
        cycles,
        new Statistic(
            port.busy(),
            Statistic.Kind.RATIO,
            "ratio",
            "Share of these in which they issued.",
            part,
            "",
            Optional.of(new Formula(issued, List.of(port.cycles())).roof(Resource.PORT))),
        new Statistic(
            port.busiest(),
            Statistic.Kind.LEVEL,
            "cycles",
            "Cycles in which the one of these ports that issued most did, x their number.",
            part,
            ""),
        new Statistic(
            port.imbalance(),
            Statistic.Kind.RATIO,
            "ratio",
            "How unevenly issued cycles lie on these ports: 1 if all issued equally long, their"
                + " number if only one did.",
            part,
            "",
            Optional.of(new Formula(List.of(port.busiest()), issued))));
  }

  private static Statistic statistic(IssueCause c) {
    return new Statistic(
        c.statistic(), Statistic.Kind.COUNT, "cycles", c.meaning(), "issue ports", c.counter());
  }

  /** {@return the reasons by number} */
  public List<IssueCause> causes() {
    return causes;
  }

  /** {@return the reason "no wavefront"} */
  public IssueCause idle() {
    return idle;
  }

  /** {@return the kinds of issue ports} */
  public List<IssuePort> ports() {
    return ports;
  }

  /**
   * {@return names of the statistics of the issue reasons of a kind of port}
   *
   * @param port a kind of {@link #ports}
   */
  public List<String> issued(IssuePort port) {
    return causes.stream().filter(c -> issues(port, c)).map(IssueCause::statistic).toList();
  }

  /**
   * {@return the kind of port that an issue reason belongs to; empty for a stall reason}
   *
   * @param cause one of {@link #causes}
   */
  public Optional<IssuePort> port(IssueCause cause) {
    return ports.stream().filter(p -> issues(p, cause)).findFirst();
  }

  /**
   * {@return the number of ports of a kind in a unit}
   *
   * @param port a kind of {@link #ports}
   * @param all number of all ports of the unit
   * @throws IllegalArgumentException if the kinds do not add up to {@code all}
   */
  public int count(IssuePort port, int all) {
    int fixed = ports.stream().filter(p -> !p.isOfSimds()).mapToInt(IssuePort::number).sum();
    int simd = ports.stream().filter(IssuePort::isOfSimds).mapToInt(IssuePort::number).sum();
    int simds = simd == 0 ? 0 : (all - fixed) / simd;
    if (fixed + simds * simd != all) {
      throw new IllegalArgumentException(
          "a unit has " + all + " issue ports; those declared do not add up to so many");
    }
    return port.number() * (port.isOfSimds() ? simds : 1);
  }

  /** {@return statistics of the kinds of ports: cycles, utilisation and imbalance} */
  public List<Statistic> use() {
    return use;
  }

  /** {@return the statistics, one per reason, by number; in cycles} */
  public List<Statistic> declared() {
    return declared;
  }

  /**
   * {@return name of a reason's statistic, for example {@code issue.issued_alu}}
   *
   * @param cause number of the reason
   */
  public String statistic(int cause) {
    return names[cause];
  }

  /**
   * Writes ticks by reason.
   *
   * @param ticks by number of the reason
   * @param out receives the statistics
   */
  public void write(long[] ticks, StatisticsSink out) {
    for (int c = 0; c < names.length; c++) {
      out.count(names[c], ticks[c]);
    }
  }

  @Override
  public String toString() {
    return causes.stream().map(c -> c.name().toLowerCase(Locale.ROOT)).toList().toString();
  }
}
