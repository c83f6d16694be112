package io.lockstep.parts.stats;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * How a family accounts for the time of its issue ports: which ports there are and which causes an
 * interval may have. Each cause becomes a statistic {@code issue.…}. Immutable and thread-safe.
 */
public final class IssueScheme {
  private static final int MOST = 127; // numbers of causes are kept in bytes

  private final List<IssueCause> causes;
  private final IssueCause idle;
  private final List<IssuePort> ports;
  private final List<Statistic> declared;
  private final String[] names;

  /**
   * The account of a family's compute units.
   *
   * @param causes by number, usually {@code Cause.values()}
   * @param idle the cause of a port at first: no wavefront
   * @param ports kinds of ports
   * @throws IllegalArgumentException where causes are not in the order of their numbers
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
  }

  private static Statistic statistic(IssueCause c) {
    return new Statistic(
        c.statistic(), Statistic.Kind.COUNT, "cycles", c.meaning(), "issue ports", "");
  }

  /** {@return the causes by number} */
  public List<IssueCause> causes() {
    return causes;
  }

  /** {@return the cause "no wavefront"} */
  public IssueCause idle() {
    return idle;
  }

  /** {@return the kinds of issue ports} */
  public List<IssuePort> ports() {
    return ports;
  }

  /** {@return the statistics, one a cause, by number; in cycles} */
  public List<Statistic> declared() {
    return declared;
  }

  /**
   * Name of a cause's statistic.
   *
   * @param cause its number
   * @return for example {@code issue.issued_alu}
   */
  public String statistic(int cause) {
    return names[cause];
  }

  /**
   * Writes ticks by cause.
   *
   * @param ticks by number of the cause
   * @param out takes them
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
