//! Self-play tournament runner: schedule, parallel games, resume.
