"""twice.py FILE…: what stands twice in a list of manifests that names each entry once, which Kubernetes refuses and its schemas do not say."""
import sys
import yaml

KEYS = {'env': ['name'], 'containers': ['name'], 'initContainers': ['name'], 'volumes': ['name'], 'volumeMounts': ['mountPath'], 'ports': ['containerPort', 'port', 'protocol']}


def twice(at, node):
    if isinstance(node, dict):
        for key, inner in node.items():
            if isinstance(inner, list) and key in KEYS:
                named = [tuple(one.get(part) for part in KEYS[key]) for one in inner if isinstance(one, dict)]
                yield from (f'{at}.{key}: {name}' for name in sorted(set(named), key=str) if named.count(name) > 1)
            yield from twice(f'{at}.{key}', inner)
    elif isinstance(node, list):
        for n, inner in enumerate(node):
            yield from twice(f'{at}[{n}]', inner)


found = [one for file in sys.argv[1:] for document in yaml.safe_load_all(open(file)) if document for one in twice(f"{file} {document['kind']} {document['metadata']['name']}", document)]
print('\n'.join(found) or 'nothing stands twice')
sys.exit(1 if found else 0)
