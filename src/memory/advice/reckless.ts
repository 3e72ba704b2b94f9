/**
 * Whether a command does without a safeguard that the one it stands for had: that checks pass when they are skipped
 * is nothing to teach, however often it helped.
 */
export function isReckless(command: string, failed = ''): boolean {
  return without.some((pattern) => pattern.test(command) && !pattern.test(failed));
}

const without: readonly RegExp[] = [
  // Hooks and checks.
  /(?:^|\s)(?:--no-verify|--no-gpg-sign|--no-check\S*|--skip-\S+|HUSKY=0|[A-Z_]*(?:SKIP|DISABLE)[A-Z_]*=\S+)(?=\s|$)/,
  // Who may do it.
  /(?:^|\s)(?:sudo|doas|--privileged|--allow-root|--dangerously\S*|--yolo|--break-system-packages|(?:a\+rwx|0?777))(?=\s|$)/,
  // Whom one speaks to.
  /(?:^|\s)(?:--insecure|-k|NODE_TLS_REJECT_UNAUTHORIZED=0|--no-check-certificate|--trusted-host\S*)(?=\s|$)/,
  // What others or oneself had done.
  /(?:^|\s)(?:--force\S*|--hard|--no-preserve-root)(?=\s|$)|\b(?:push|checkout|switch|clean)\s(?:.*\s)?-\w*f|\brm\s+-\w*r/,
];
