//! The engine's process and its process group.

use std::fmt;
use std::io;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A child process in its own process group, killed on drop. The group is also killed if this
/// program ends in any other way, even by SIGKILL.
#[derive(Debug)]
pub struct Process {
    child: Child,
    guard: Option<Child>,
    /// `None` until the child has been reaped.
    end: Option<End>,
}

/// How a process ended.
#[derive(Clone, Copy, Debug)]
pub enum End {
    /// It exited by itself.
    Exited(ExitStatus),
    /// It was killed.
    Killed,
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exited(status) => write!(f, "ended by itself: {status}"),
            Self::Killed => f.write_str("killed"),
        }
    }
}

impl Process {
    /// Starts a program with its arguments. It inherits standard error.
    pub fn start(command: &[String]) -> io::Result<(Self, ChildStdin, ChildStdout)> {
        let (program, arguments) = command
            .split_first()
            .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "no program"))?;
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        group::lead(&mut command);
        let mut child = command.spawn()?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let process = Self {
            guard: group::guard(&child),
            child,
            end: None,
        };
        let (input, output) = pipes.ok_or_else(|| io::Error::other("no pipes"))?;
        Ok((process, input, output))
    }

    /// Returns whether the process has exited.
    pub fn has_ended(&mut self) -> bool {
        self.end.is_some() || group::has_ended(&mut self.child)
    }

    /// Returns whether [`Process::end`] was called.
    pub const fn is_reaped(&self) -> bool {
        self.end.is_some()
    }

    /// Waits up to `timeout` for the process to exit, then kills its process group. Returns how it
    /// ended.
    pub fn end(&mut self, timeout: Duration) -> End {
        const POLL: Duration = Duration::from_millis(2);
        if let Some(end) = self.end {
            return end;
        }
        let start = Instant::now();
        let mut has_ended = group::has_ended(&mut self.child);
        while !has_ended && start.elapsed() < timeout {
            sleep(POLL);
            has_ended = group::has_ended(&mut self.child);
        }
        // Before the child is reaped: afterwards its process id, which is also the group's, may be
        // reused.
        group::kill(&mut self.child);
        // Also before: the guard must not kill a later group of this number.
        if let Some(mut guard) = self.guard.take() {
            let _ = guard.kill();
            let _ = guard.wait();
        }
        let end = match self.child.wait() {
            Ok(status) if has_ended => End::Exited(status),
            _ => End::Killed,
        };
        *self.end.insert(end)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end(Duration::ZERO);
    }
}

/// Process groups.
#[cfg(unix)]
mod group {
    use std::os::unix::process::CommandExt as _;
    use std::process::{Child, Command, Stdio};

    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

    /// Makes the child the leader of a new process group. Signals that the terminal sends to our
    /// group do not reach it.
    pub fn lead(command: &mut Command) {
        command.process_group(0);
    }

    /// Starts a shell that kills the child's group once this program has ended, in whatever way:
    /// then its standard input is closed. `None` if there is no shell.
    pub fn guard(child: &Child) -> Option<Child> {
        Command::new("/bin/sh")
            .args([
                "-c",
                "read -r line; kill -9 -\"$1\"",
                "flipside-engine-guard",
            ])
            .arg(child.id().to_string())
            .current_dir("/")
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .ok()
    }

    /// Returns whether the child has exited, without reaping it.
    pub fn has_ended(child: &mut Child) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        matches!(
            waitid(WaitId::Pid(Pid::from_child(child)), options),
            Ok(Some(_))
        )
    }

    /// Kills the child and its group.
    pub fn kill(child: &mut Child) {
        // Fails only if the group is empty.
        let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    }
}

/// Fallback for systems without process groups: only the child itself is killed.
#[cfg(not(unix))]
mod group {
    use std::process::{Child, Command};

    pub fn lead(_: &mut Command) {}

    pub fn guard(_: &Child) -> Option<Child> {
        None
    }

    pub fn has_ended(child: &mut Child) -> bool {
        matches!(child.try_wait(), Ok(Some(_)))
    }

    pub fn kill(child: &mut Child) {
        // Fails only if it has exited.
        let _ = child.kill();
    }
}
