/**
 * Whether a command skips a safeguard that the original command had: that checks pass when they are skipped must not be
 * advised, however often it helped.
 */
export function isReckless(command: string, failed = ''): boolean {
  return without.some((pattern) => pattern.test(command) && !pattern.test(failed));
}

const without: readonly RegExp[] = [
  // Hooks and checks.
  /(?:^|\s)(?:--no-verify|--no-gpg-sign|--no-check\S*|--skip-\S+|HUSKY=0|[A-Z_]*(?:SKIP|DISABLE)[A-Z_]*=\S+)(?=\s|$)/,
  // Permissions.
  /(?:^|\s)(?:sudo|doas|--privileged|--allow-root|--dangerously\S*|--yolo|--break-system-packages|(?:a\+rwx|0?777))(?=\s|$)/,
  // Trust in the other side of a connection.
  /(?:^|\s)(?:--insecure|-k|NODE_TLS_REJECT_UNAUTHORIZED=0|--no-check-certificate|--trusted-host\S*)(?=\s|$)/,
  // Work of others, or one's own.
  /(?:^|\s)(?:--force\S*|--hard|--no-preserve-root)(?=\s|$)|\b(?:push|checkout|switch|clean)\s(?:.*\s)?-\w*f|\brm\s+-\w*r/,
];
