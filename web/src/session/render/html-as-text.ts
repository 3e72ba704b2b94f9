interface Node {
  type: string;
  children?: Node[];
}

/** A remark plugin that shows HTML in a message as text. */
export function htmlAsText() {
  return (tree: Node): void => {
    const open = [tree];
    for (let node = open.pop(); node; node = open.pop()) {
      if (node.type === 'html') node.type = 'text';
      if (node.children) open.push(...node.children);
    }
  };
}
