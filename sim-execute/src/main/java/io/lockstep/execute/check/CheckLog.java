// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.check;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The requested checks of one run and their findings: pairs of lines in the order of their first
 * occurrence, with counts. Bounded. Thread-safe, because execution and printing may use different
 * threads.
 */
public final class CheckLog {
  /** Maximum number of stored findings; further findings are only counted. */
  static final int MOST = 256;

  private static final CheckLog NONE = new CheckLog(Set.of());

  private final Set<ExecutionCheck> wanted;
  private final List<ExecutionFinding> findings = new ArrayList<>();
  private final List<StreamRace> streamRaces = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private long dropped;

  public CheckLog(Set<ExecutionCheck> wanted) {
    this.wanted = wanted.isEmpty() ? Set.of() : Set.copyOf(EnumSet.copyOf(wanted));
  }

  public static CheckLog none() {
    return NONE;
  }

  public boolean wants(ExecutionCheck check) {
    return wanted.contains(check);
  }

  public boolean wantsAny() {
    return !wanted.isEmpty();
  }

  /** Adds a finding, or counts a repeated one. */
  public synchronized void add(ExecutionFinding finding) {
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

  /** Adds a race between operations of streams, or counts a repeated one. */
  public synchronized void add(StreamRace race) {
    for (int i = 0; i < streamRaces.size(); i++) {
      if (streamRaces.get(i).isSame(race)) {
        streamRaces.set(i, streamRaces.get(i).and(race));
        return;
      }
    }
    if (streamRaces.size() < MOST) {
      streamRaces.add(race);
    } else {
      dropped++;
    }
  }

  /** Adds a note, if new: something unchecked, or behaviour that a language leaves undefined. */
  public synchronized void note(String text) {
    if (!notes.contains(text)) {
      notes.add(text);
    }
  }

  public synchronized List<StreamRace> streamRaces() {
    return List.copyOf(streamRaces);
  }

  public synchronized List<ExecutionFinding> findings() {
    return List.copyOf(findings);
  }

  /** {@return the notes, one line each} */
  public synchronized List<String> notes() {
    List<String> all = new ArrayList<>(notes);
    if (dropped > 0) {
      all.add(dropped + " further findings are not listed");
    }
    return all;
  }
}
