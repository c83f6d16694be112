// SPDX-License-Identifier: Apache-2.0
package io.lockstep.tck;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** One run of the kit, or of some of its contracts, and what failed in it. */
final class KitRun implements TestExecutionListener {
  private final Map<String, List<String>> failures = new TreeMap<>();
  private final Set<String> checks = new TreeSet<>(); // that failed
  private TestPlan plan;
  private int passed;
  private int aborted;

  @Override
  public void testPlanExecutionStarted(TestPlan started) {
    plan = started;
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    if (result.getStatus() == TestExecutionResult.Status.SUCCESSFUL) {
      passed += test.isTest() ? 1 : 0;
      return;
    }
    if (result.getStatus() == TestExecutionResult.Status.ABORTED) {
      aborted++;
      return;
    }
    // The display names below the engine: kit, contract, sentence.
    List<String> names = new ArrayList<>();
    for (TestIdentifier at = test; at != null; at = plan.getParent(at).orElse(null)) {
      names.add(0, at.getDisplayName());
    }
    String contract = names.size() > 2 ? names.get(2) : names.toString();
    checks.add(contract + ": " + (names.size() > 3 ? names.get(3) : ""));
    failures
        .computeIfAbsent(contract, c -> new ArrayList<>())
        .add(result.getThrowable().map(Throwable::getMessage).orElse(""));
  }

  /** Runs test classes in a launcher of their own. */
  static KitRun of(PostDiscoveryFilter tags, DiscoverySelector... classes) {
    KitRun run = new KitRun();
    LauncherFactory.create()
        .execute(
            LauncherDiscoveryRequestBuilder.request().selectors(classes).filters(tags).build(),
            run);
    return run;
  }

  /** Messages by contract. */
  Map<String, List<String>> failures() {
    return failures;
  }

  /** Contracts and sentences that failed. */
  Set<String> checks() {
    return checks;
  }

  int passed() {
    return passed;
  }

  int aborted() {
    return aborted;
  }
}
