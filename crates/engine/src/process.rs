//! The program of an engine: started, ended, and never left behind.

use std::io;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A running program.
#[derive(Debug)]
pub struct Process {
    child: Child,
    is_reaped: bool,
}

impl Process {
    /// Starts a program with its arguments. Its standard error is ours.
    pub fn start(words: &[String]) -> io::Result<(Self, ChildStdin, ChildStdout)> {
        let (program, arguments) = words
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
            child,
            is_reaped: false,
        };
        let (input, output) = pipes.ok_or_else(|| io::Error::other("no pipes"))?;
        Ok((process, input, output))
    }

    /// Ends the program and whatever it has started, and tells how it ended if it did so by itself,
    /// for which it has as long as `patience`.
    pub fn end(&mut self, patience: Duration) -> Option<ExitStatus> {
        const POLL: Duration = Duration::from_millis(2);
        if self.is_reaped {
            return None;
        }
        let start = Instant::now();
        let mut has_ended = group::has_ended(&mut self.child);
        while !has_ended && start.elapsed() < patience {
            sleep(POLL);
            has_ended = group::has_ended(&mut self.child);
        }
        // Before the child is reaped: its number, which is also the group's, is its own until then.
        group::kill(&mut self.child);
        self.is_reaped = true;
        let status = self.child.wait().ok();
        status.filter(|_| has_ended)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end(Duration::ZERO);
    }
}

/// Processes that end together.
#[cfg(unix)]
mod group {
    use std::os::unix::process::CommandExt as _;
    use std::process::{Child, Command};

    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

    /// Makes the program the first process of a group. Signals that a terminal sends to ours do
    /// not reach it.
    pub fn lead(command: &mut Command) {
        command.process_group(0);
    }

    /// Whether the child has ended. It is not reaped yet.
    pub fn has_ended(child: &mut Child) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        matches!(
            waitid(WaitId::Pid(Pid::from_child(child)), options),
            Ok(Some(_))
        )
    }

    /// Kills the child and its group.
    pub fn kill(child: &mut Child) {
        // Fails only if nobody is left.
        let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    }
}

/// Where there are no groups, the child stands for itself.
#[cfg(not(unix))]
mod group {
    use std::process::{Child, Command};

    pub fn lead(_: &mut Command) {}

    pub fn has_ended(child: &mut Child) -> bool {
        matches!(child.try_wait(), Ok(Some(_)))
    }

    pub fn kill(child: &mut Child) {
        // Fails only if it has ended.
        let _ = child.kill();
    }
}
