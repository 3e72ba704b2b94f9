interface Node {
  type: string;
  children?: Node[];
}

/** A plugin for remark: tags in a text are part of what was said, and shown as such. */
export function htmlAsText() {
  return (tree: Node): void => {
    const open = [tree];
    for (let node = open.pop(); node; node = open.pop()) {
      if (node.type === 'html') node.type = 'text';
      if (node.children) open.push(...node.children);
    }
  };
}
