package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Neither packages nor classes depend on each other in a circle. A nested class counts as the class
 * that it stands in.
 */
class CirclesTest {
  /**
   * Circles of classes that are still there; what is taken out here stays out. On purpose: a YAML
   * map's values are nodes, and a node may be a map; a workload says itself how it is read and how
   * it is bound. To be opened: variants of instructions and items of programs name their families
   * and are named by them; a device's figures, their schema and their reader are one knot.
   */
  private static final List<String> KNOWN =
      List.of(
          "YamlMap YamlNode",
          "BoundWorkload Workload WorkloadReader",
          "AtomicOp Special Texels Variant",
          "HostStep LaunchEnd ProgramItem ProgramSink ProgramSource WorkGroupRecord",
          "CrossCheck Derived DeviceSpec GivenFigures Part Setting SpecReader SpecSchema");

  private static List<String> packages(JavaClasses all) {
    return Circles.among(all, JavaClass::getPackageName);
  }

  private static List<String> classes(JavaClasses all) {
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
  @DisplayName("packages depend on each other in one direction")
  void packagesDependOnEachOtherInOneDirection() {
    assertThat(packages(ModuleBordersTest.ALL)).isEmpty();
  }

  @Test
  @DisplayName("classes depend on each other in one direction, but for the circles listed here")
  void classesDependOnEachOtherInOneDirectionButForTheCirclesListedHere() {
    assertThat(classes(ModuleBordersTest.ALL)).containsExactlyInAnyOrderElementsOf(KNOWN);
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
