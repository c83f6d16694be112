// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Set;

/** The borders of the engine: it knows the JDK and the Disruptor alone. */
@AnalyzeClasses(packages = "io.lockstep.core", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  private static final Set<String> UNSTABLE_MATH =
      Set.of(
          "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "exp",
          "expm1", "log", "log10", "log1p", "pow", "cbrt", "hypot");

  @ArchTest
  static final ArchRule noDisruptorTypeInAPublicSignature =
      methods()
          .that()
          .areDeclaredInClassesThat()
          .arePublic()
          .and()
          .areNotPrivate()
          .should(
              new ArchCondition<JavaMethod>("not mention the Disruptor") {
                @Override
                public void check(JavaMethod method, ConditionEvents events) {
                  DescribedPredicate<JavaClass> disruptor = resideInAPackage("com.lmax..");
                  boolean mentions =
                      disruptor.test(method.getRawReturnType())
                          || method.getRawParameterTypes().stream().anyMatch(disruptor);
                  boolean visible =
                      method.getModifiers().contains(JavaModifier.PUBLIC)
                          || method.getModifiers().contains(JavaModifier.PROTECTED);
                  if (mentions && visible) {
                    events.add(SimpleConditionEvent.violated(method, method.getFullName()));
                  }
                }
              });

  @ArchTest
  static final ArchRule noMathThatDiffersBetweenProcessors =
      noClasses()
          .should()
          .accessTargetWhere(
              new DescribedPredicate<JavaAccess<?>>("Math.sin, exp, log, pow and the like") {
                @Override
                public boolean test(JavaAccess<?> access) {
                  AccessTarget target = access.getTarget();
                  return target.getOwner().getFullName().equals("java.lang.Math")
                      && UNSTABLE_MATH.contains(target.getName());
                }
              });

  @ArchTest
  static final ArchRule theEngineStandsAlone =
      classes()
          .that()
          .resideInAPackage("io.lockstep.core..")
          .should()
          .onlyDependOnClassesThat(
              resideInAPackage("java..")
                  .or(resideInAPackage("com.lmax.disruptor"))
                  .or(resideInAPackage("io.lockstep.core..")));
}
