// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Writes the public and protected declarations of packages to a jar, without code, for the build's
 * check of the device SPI: {@code tools/api-baseline.sh}. The same classes give the same bytes.
 */
final class ApiBaseline {
  private static final int VISIBLE = Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED;

  private final TreeMap<String, ClassReader> classes = new TreeMap<>();
  private final Set<String> kept = new HashSet<>();

  private ApiBaseline() {}

  /** Takes the jar to write, a folder of classes, and the packages to keep. */
  public static void main(String[] words) throws IOException {
    Path jar = Path.of(words[0]);
    Path folder = Path.of(words[1]);
    List<String> packages = Arrays.asList(words).subList(2, words.length);
    ApiBaseline baseline = new ApiBaseline();
    for (String name : packages) {
      baseline.read(folder, name.replace('.', '/'));
    }
    baseline.choose();
    Files.createDirectories(jar.toAbsolutePath().getParent());
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(jar))) {
      baseline.write(out);
    }
  }

  private void read(Path folder, String name) throws IOException {
    try (var files = Files.newDirectoryStream(folder.resolve(name), "*.class")) {
      for (Path file : files) {
        ClassReader reader = new ClassReader(Files.readAllBytes(file));
        classes.put(reader.getClassName(), reader);
      }
    }
  }

  /** Keeps the visible classes and the supertypes whose members they inherit. */
  private void choose() {
    classes.forEach(
        (name, reader) -> {
          if (isVisible(name)) {
            keep(name);
          }
        });
  }

  private void keep(String name) {
    ClassReader reader = classes.get(name);
    if (reader != null && kept.add(name)) {
      keep(reader.getSuperName());
      Arrays.stream(reader.getInterfaces()).forEach(this::keep);
    }
  }

  /** A nested class is visible if it is public or protected and its enclosing class is visible. */
  private boolean isVisible(String name) {
    List<Boolean> visible = new ArrayList<>();
    visible.add((classes.get(name).getAccess() & Opcodes.ACC_PUBLIC) != 0);
    classes
        .get(name)
        .accept(
            new ClassVisitor(Opcodes.ASM9) {
              @Override
              public void visitInnerClass(String inner, String outer, String simple, int access) {
                if (inner.equals(name)) {
                  visible.set(
                      0,
                      outer != null
                          && (access & VISIBLE) != 0
                          && ApiBaseline.this.isVisible(outer));
                }
              }
            },
            ClassReader.SKIP_CODE);
    return visible.get(0);
  }

  private void write(OutputStream out) throws IOException {
    ZipOutputStream zip = new ZipOutputStream(out);
    zip.setLevel(9);
    for (var each : classes.entrySet()) {
      if (kept.contains(each.getKey())) {
        ZipEntry entry = new ZipEntry(each.getKey() + ".class");
        entry.setTimeLocal(java.time.LocalDateTime.of(1980, 1, 1, 0, 0));
        zip.putNextEntry(entry);
        zip.write(declarations(each.getValue()));
      }
    }
    zip.finish();
  }

  private static byte[] declarations(ClassReader reader) {
    ClassWriter writer = new ClassWriter(0);
    reader.accept(new VisibleMembers(writer), ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG);
    return writer.toByteArray();
  }

  private static final class VisibleMembers extends ClassVisitor {
    VisibleMembers(ClassVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public FieldVisitor visitField(
        int access, String name, String descriptor, String signature, Object value) {
      return (access & VISIBLE) == 0
          ? null
          : super.visitField(access, name, descriptor, signature, value);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      return (access & VISIBLE) == 0
          ? null
          : super.visitMethod(access, name, descriptor, signature, exceptions);
    }
  }
}
