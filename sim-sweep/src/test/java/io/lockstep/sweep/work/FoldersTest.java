// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import io.lockstep.study.store.Build;
import io.lockstep.study.store.Hosts;
import io.lockstep.sweep.store.SweepFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Folders of sweeps: whose they are, who works on them and which of their rows count. */
class FoldersTest {
  private static final String PLAN = "workloads:\n  - file: a.yaml\nphases: [0]\n";

  @TempDir Path root;

  private SweepFolder make(Path folder, String plan) {
    return NewFolder.of(folder, plan, 3, "0.1.0", List.of());
  }

  @Test
  void theSamePlanOpensTheFolderItHasMade() throws IOException {
    Path folder = root.resolve("a/b");
    SweepFolder made = make(folder, PLAN);
    assertThat(made.points()).isEqualTo(3);
    assertThat(folder.resolve(NewFolder.PLAN)).hasContent(PLAN);
    assertThat(make(folder, PLAN).plan()).isEqualTo(made.plan());
    assertThat(NewFolder.plan(made)).isEqualTo(folder.resolve(NewFolder.PLAN));
    Files.writeString(folder.resolve(NewFolder.PLAN), PLAN + "seed: 3\n");
    assertThatThrownBy(() -> NewFolder.plan(made))
        .hasMessageContaining("was changed since the sweep was made");
  }

  @Test
  void anotherPlanIsRefusedWithTheLinesThatDiffer() {
    make(root, PLAN);
    String longer = PLAN + "seed: 3\n";
    assertThatThrownBy(() -> NewFolder.check(root, longer))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(
            "is a sweep of another plan: it has no 'seed: 3'; name another folder");
    String other = "workloads:\n  - file: b.yaml\nphases: [0]\n";
    assertThatThrownBy(() -> NewFolder.check(root, other))
        .hasMessageContaining("only it has '- file: a.yaml', it has no '- file: b.yaml'");
    String shorter = "workloads:\n  - file: a.yaml\n";
    assertThatThrownBy(() -> NewFolder.check(root, shorter))
        .hasMessageContaining("plan: only it has 'phases: [0]'; name");
    String turned = "phases: [0]\nworkloads:\n  - file: a.yaml\n";
    assertThatThrownBy(() -> NewFolder.check(root, turned))
        .hasMessageContaining("the same lines stand in another order");
    String far = "a: 1\nb: 2\nc: 3\nd: 4\n" + PLAN;
    assertThatThrownBy(() -> NewFolder.check(root, far))
        .hasMessageContaining("it has no 'a: 1', 'b: 2', 'c: 3'; name");
    assertThatCode(() -> NewFolder.check(root, PLAN)).doesNotThrowAnyException();
  }

  @Test
  void aFolderWithOtherFilesIsRefusedButWhatAnInterruptedSweepLeftIsNot() throws IOException {
    Path ours = Files.createDirectory(root.resolve("ours"));
    Files.writeString(ours.resolve(NewFolder.PLAN), "half");
    Files.createDirectory(ours.resolve("results"));
    Files.writeString(ours.resolve(".hidden"), "");
    assertThat(make(ours, PLAN).points()).isEqualTo(3);
    Path others = Files.createDirectory(root.resolve("others"));
    Files.writeString(others.resolve("letter.txt"), "");
    assertThatThrownBy(() -> make(others, PLAN))
        .hasMessageContaining("has other files in it (letter.txt); a sweep wants its own");
    Path file = Files.writeString(root.resolve("file"), "");
    assertThatThrownBy(() -> make(file, PLAN))
        .hasMessageContaining("is a file; a sweep wants a folder of its own");
  }

  @Test
  void oneDriverAtATimeWorksOnAFolder() {
    DriverLock first = DriverLock.take(root);
    assertThatThrownBy(() -> DriverLock.take(root))
        .isInstanceOf(DriverLock.BusyException.class)
        .hasMessageStartingWith(
            root + ": process " + ProcessHandle.current().pid() + " on " + Hosts.here() + " since ")
        .hasMessageEndingWith(" is working on it");
    first.close();
    DriverLock.take(root).close();
  }

  @Test
  void aLockThatIsSwitchedOffLetsAllIn() {
    String before = System.getProperty(DriverLock.PROPERTY);
    System.setProperty(DriverLock.PROPERTY, "off");
    try (DriverLock first = DriverLock.take(root);
        DriverLock second = DriverLock.take(root)) {
      assertThat(first).isNotSameAs(second);
    } finally {
      if (before == null) {
        System.clearProperty(DriverLock.PROPERTY);
      } else {
        System.setProperty(DriverLock.PROPERTY, before);
      }
    }
    assertThat(root.resolve("driver")).doesNotExist();
  }

  @Test
  void rowsOfAnotherBuildAreOldUnlessAllAreKept() {
    Build here = new Build("0.1.0", "aa", "");
    Build other = new Build("0.1.0", "bb", "");
    ExistingRows rows = ExistingRows.of(here);
    assertThat(rows.isOld(other)).isTrue();
    assertThat(rows.isOld(here)).isFalse();
    assertThat(rows.retry()).isFalse();
    ExistingRows all = new ExistingRows(here, false, true).all();
    assertThat(all.isOld(other)).isFalse();
    assertThat(all.keepOld()).isTrue();
    assertThat(all.retry()).isFalse();
  }
}
