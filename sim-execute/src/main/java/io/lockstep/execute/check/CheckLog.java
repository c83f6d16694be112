package io.lockstep.execute.check;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Which checks one run was asked for, and what they have found so far: pairs of lines in the order
 * in which they first showed, with counts. Bounded. Thread-safe: the program may be executed on
 * another thread than the one that prints.
 */
public final class CheckLog {
  /** Findings that are kept; further ones are only counted. */
  static final int MOST = 256;

  private static final CheckLog NONE = new CheckLog(Set.of());

  private final Set<Check> wanted;
  private final List<Finding> findings = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private long dropped;

  /**
   * Asks for some checks.
   *
   * @param wanted what is looked for; may be empty
   */
  public CheckLog(Set<Check> wanted) {
    this.wanted = wanted.isEmpty() ? Set.of() : Set.copyOf(EnumSet.copyOf(wanted));
  }

  /**
   * Nothing is asked for.
   *
   * @return a log that asks for nothing
   */
  public static CheckLog none() {
    return NONE;
  }

  /**
   * {@return whether a check was asked for}
   *
   * @param check one of the checks
   */
  public boolean wants(Check check) {
    return wanted.contains(check);
  }

  /** {@return whether any check was asked for} */
  public boolean wantsAny() {
    return !wanted.isEmpty();
  }

  /**
   * Adds a finding; what was found before in the same lines is counted up.
   *
   * @param finding what was found, with its place
   */
  public synchronized void add(Finding finding) {
    for (int i = 0; i < findings.size(); i++) {
      if (findings.get(i).isSame(finding)) {
        findings.set(i, findings.get(i).and(finding));
        return;
      }
    }
    if (findings.size() < MOST) {
      findings.add(finding);
    } else {
      dropped++;
    }
  }

  /**
   * Says once what the checks could not see.
   *
   * @param text one line
   */
  public synchronized void note(String text) {
    if (!notes.contains(text)) {
      notes.add(text);
    }
  }

  /** {@return what was found} */
  public synchronized List<Finding> findings() {
    return List.copyOf(findings);
  }

  /** {@return what the checks could not see, a line each} */
  public synchronized List<String> notes() {
    List<String> all = new ArrayList<>(notes);
    if (dropped > 0) {
      all.add(dropped + " further findings are not listed");
    }
    return all;
  }
}
