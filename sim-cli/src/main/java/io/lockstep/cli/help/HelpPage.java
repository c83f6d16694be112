package io.lockstep.cli.help;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What the help page of a command says beside its options. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface HelpPage {
  /** What commands are for, in the order of the main page. */
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

  /** The exit codes that it may have. */
  int[] codes();

  /** What codes mean here where that is not what they mean elsewhere: {@code 1: some differ}. */
  String[] meanings() default {};

  /** Options that {@code --help} leaves out here though other commands show them. */
  String[] rare() default {};

  /** Examples as they are typed. */
  String[] examples();
}
