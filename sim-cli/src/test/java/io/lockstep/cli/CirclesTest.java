// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Circles of packages and of classes are found; ModuleBordersTest finds none among ours. A nested
 * class counts as the class that it stands in.
 */
class CirclesTest {
  static List<String> packages(JavaClasses all) {
    return Circles.among(all, JavaClass::getPackageName);
  }

  static List<String> classes(JavaClasses all) {
    return Circles.among(all, c -> outermost(c).getName()).stream()
        .map(circle -> circle.replaceAll("[a-z0-9.]+\\.(?=[A-Z])", ""))
        .toList();
  }

  private static JavaClass outermost(JavaClass inner) {
    JavaClass outer = inner;
    while (outer.getEnclosingClass().isPresent()) {
      outer = outer.getEnclosingClass().get();
    }
    return outer;
  }

  private static JavaClasses planted(String in) {
    return new ClassFileImporter().importPackages("io.lockstep.cli.planted" + in);
  }

  @Test
  @DisplayName("a circle of two packages is found")
  void aCircleOfTwoPackagesIsFound() {
    assertThat(packages(planted("")))
        .containsExactly("io.lockstep.cli.planted.left io.lockstep.cli.planted.right");
  }

  @Test
  @DisplayName("a circle of classes is found, even if only a nested one closes it")
  void aCircleOfClassesIsFoundEvenIfOnlyANestedOneClosesIt() {
    assertThat(classes(planted(".left"))).containsExactly("Left Neighbour");
    assertThat(classes(planted(""))).containsExactly("Left Neighbour Right");
    assertThat(classes(planted(".right"))).isEmpty();
  }
}
