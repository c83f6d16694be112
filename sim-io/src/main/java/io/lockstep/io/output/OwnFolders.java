// SPDX-License-Identifier: Apache-2.0
package io.lockstep.io.output;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileOwnerAttributeView;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds, makes and deletes folders of this user in folders that other users write, too. A folder
 * counts as this user's if this user owns it and no other user has access to it, so that none can
 * have put anything into it. Symbolic links are deleted and never followed. Thread-safe.
 */
final class OwnFolders {
  private static final String PRIVATE = "rwx------";

  /** Permissions of a file that only this user runs. */
  static final FileAttribute<Set<PosixFilePermission>> PROGRAM =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(PRIVATE));

  private final Path shared;
  private UserPrincipal self; // null until a folder is looked at

  /**
   * @param shared a folder in which this user may make files
   */
  OwnFolders(Path shared) {
    this.shared = shared;
  }

  /** Returns whether a path is a folder that counts as this user's; a link to one does not. */
  boolean has(Path folder) throws IOException {
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    PosixFileAttributeView view =
        Files.getFileAttributeView(folder, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    return view == null ? Files.getOwner(folder).equals(self()) : isOwn(view);
  }

  private boolean isOwn(PosixFileAttributeView view) throws IOException {
    return view.getOwner().equals(self())
        && view.readAttributes().permissions().equals(PosixFilePermissions.fromString(PRIVATE));
  }

  /** Returns the owner of files that this process makes; a user id need not have a name. */
  private UserPrincipal self() throws IOException {
    if (self == null) {
      Path made = Files.createTempFile(shared, "lockstep-owner", ".tmp");
      try {
        self = Files.getFileAttributeView(made, FileOwnerAttributeView.class).getOwner();
      } finally {
        Files.deleteIfExists(made);
      }
    }
    return self;
  }

  /**
   * Returns a folder that all processes of this user know by its name, made if necessary.
   *
   * @throws IOException if it cannot be made, or does not count as this user's
   */
  static Path kept(Path shared, String prefix) throws IOException {
    OwnFolders own = new OwnFolders(shared);
    Path folder = shared.resolve(prefix + own.self().getName());
    try {
      Files.createDirectory(folder, PROGRAM);
    } catch (FileAlreadyExistsException e) {
      if (!own.has(folder)) {
        throw e;
      }
    }
    return folder;
  }

  /** Returns whether another user owns a folder or may make files in it. */
  static boolean isOfAnother(Path folder) throws IOException {
    return !Files.getOwner(folder).equals(new OwnFolders(folder).self())
        || Files.getPosixFilePermissions(folder).contains(PosixFilePermission.OTHERS_WRITE);
  }

  /** Deletes a folder of this user with its contents; one of another user stays. */
  void delete(Path folder) throws IOException {
    try (DirectoryStream<Path> parent = Files.newDirectoryStream(folder.getParent())) {
      if (!(parent instanceof SecureDirectoryStream<Path> names)) {
        if (has(folder)) {
          deleteTree(folder);
        }
        return;
      }
      // The check is of the folder that is open here: the name could be another folder's by now.
      try (SecureDirectoryStream<Path> open = open(names, folder.getFileName())) {
        if (isOwn(open.getFileAttributeView(PosixFileAttributeView.class))) {
          deleteContents(open);
          names.deleteDirectory(folder.getFileName());
        }
      }
    }
  }

  /** Deletes a file, or a folder with its contents, that only this user can have changed. */
  static void deleteTree(Path root) throws IOException {
    if (!Files.isDirectory(root, LinkOption.NOFOLLOW_LINKS)) {
      Files.deleteIfExists(root);
      return;
    }
    List<Path> all;
    try (Stream<Path> files = Files.walk(root)) {
      all = files.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : all) {
      Files.deleteIfExists(file);
    }
  }

  private static void deleteContents(SecureDirectoryStream<Path> open) throws IOException {
    for (Path file : open) {
      Path name = file.getFileName();
      try {
        if (isFolder(open, name)) {
          try (SecureDirectoryStream<Path> inner = open(open, name)) {
            deleteContents(inner);
          }
          open.deleteDirectory(name);
        } else {
          open.deleteFile(name);
        }
      } catch (NoSuchFileException e) {
        continue; // another process of this user deletes the folder, too
      }
    }
  }

  private static boolean isFolder(SecureDirectoryStream<Path> in, Path name) throws IOException {
    return in.getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
        .readAttributes()
        .isDirectory();
  }

  private static SecureDirectoryStream<Path> open(SecureDirectoryStream<Path> in, Path name)
      throws IOException {
    return in.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS);
  }
}
