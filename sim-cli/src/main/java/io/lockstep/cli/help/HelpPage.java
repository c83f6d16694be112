package io.lockstep.cli.help;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The help page of a command, apart from its options. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface HelpPage {
  /** Groups of commands, in the order of the main page. */
  enum Group {
    SIMULATE("Simulate"),
    LOOK("Look"),
    DATA("Data"),
    TOOLS("Tools"),
    OTHER("Other");

    public final String title;

    Group(String title) {
      this.title = title;
    }
  }

  /** Where the main page lists it. */
  Group group() default Group.OTHER;

  /** Its place among all commands, the least first. */
  int place() default Integer.MAX_VALUE;

  /** The exit codes that it may have. */
  int[] codes();

  /** Meanings of exit codes that differ from the usual ones: {@code 1: some differ}. */
  String[] meanings() default {};

  /** Options that {@code --help} leaves out here though other commands show them. */
  String[] rare() default {};

  /** Examples of command lines. */
  String[] examples();
}
