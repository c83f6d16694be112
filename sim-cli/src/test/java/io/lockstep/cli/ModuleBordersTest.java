package io.lockstep.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Data flows left to right and never back (DESIGN, section 1). */
class ModuleBordersTest {
  static final JavaClasses ALL =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.lockstep");

  @Test
  @DisplayName("sim-trace, sim-core and sim-run name no device, vendor or front-end")
  void coreKnowsNoDevice() {
    noClasses()
        .that()
        .resideInAnyPackage("io.lockstep.trace..", "io.lockstep.core..", "io.lockstep.run..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.lockstep.device..",
            "io.lockstep.terascale..",
            "io.lockstep.frontend..",
            "io.lockstep.cli..")
        .check(ALL);
  }

  @Test
  @DisplayName("sim-trace knows nothing of what comes after it, sim-core nothing of sim-run")
  void leftToRight() {
    noClasses()
        .that()
        .resideInAPackage("io.lockstep.trace..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.lockstep.core..", "io.lockstep.run..")
        .check(ALL);
    noClasses()
        .that()
        .resideInAPackage("io.lockstep.core..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.lockstep.run..")
        .check(ALL);
  }

  @Test
  @DisplayName("devices know neither each other nor what runs them")
  void devicesApart() {
    String[] devices = {"evergreen", "cayman", "cdna", "g80"};
    for (String one : devices) {
      for (String other : devices) {
        if (!one.equals(other)) {
          noClasses()
              .that()
              .resideInAPackage("io.lockstep.device." + one + "..")
              .should()
              .dependOnClassesThat()
              .resideInAPackage("io.lockstep.device." + other + "..")
              .check(ALL);
        }
      }
    }
    noClasses()
        .that()
        .resideInAnyPackage("io.lockstep.device..", "io.lockstep.terascale..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.lockstep.run..", "io.lockstep.cli..", "io.lockstep.frontend..")
        .check(ALL);
  }

  @Test
  @DisplayName("no Disruptor outside the engine")
  void disruptorInside() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.lockstep.core.engine..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("com.lmax..")
        .check(ALL);
  }

  @Test
  @DisplayName("no java.lang.Math function whose last bit differs between processors")
  void noInexactMath() {
    for (String function :
        new String[] {
          "sin", "cos", "tan", "exp", "log", "log10", "pow", "cbrt", "sinh", "cosh", "tanh",
          "expm1", "log1p", "asin", "acos", "atan", "atan2", "hypot"
        }) {
      noClasses()
          .should()
          .callMethodWhere(
              com.tngtech.archunit.core.domain.JavaCall.Predicates.target(
                      com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner(
                          com.tngtech.archunit.core.domain.JavaClass.Predicates.type(Math.class)))
                  .and(
                      com.tngtech.archunit.core.domain.JavaCall.Predicates.target(
                          com.tngtech.archunit.core.domain.properties.HasName.Predicates.name(
                              function))))
          .check(ALL);
    }
  }
}
